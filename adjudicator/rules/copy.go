package rules

import "reflect"

// copier returns a function that copies a state. The copy shares only data behind pointers with the original. The type
// is analysed once, not at each copy.
func copier[S any]() func(*S) *S {
	unshare := unsharer(reflect.TypeFor[S]())
	return func(s *S) *S {
		c := *s
		if unshare != nil {
			unshare(reflect.ValueOf(&c).Elem())
		}
		return &c
	}
}

// unsharer returns a function that replaces all slices in a value of the type, at every depth, with copies. It returns
// nil if the type has no slices.
func unsharer(t reflect.Type) func(reflect.Value) {
	switch t.Kind() {
	case reflect.Struct:
		return unsharerOfFields(t)
	case reflect.Array:
		return unshareEach(unsharer(t.Elem()))
	case reflect.Slice:
		each := unshareEach(unsharer(t.Elem()))
		return func(v reflect.Value) {
			if v.IsNil() {
				return
			}
			c := reflect.MakeSlice(t, v.Len(), v.Len())
			reflect.Copy(c, v)
			v.Set(c)
			if each != nil {
				each(v)
			}
		}
	case reflect.Map:
		panic("rules: the state has a map, whose order is not fixed")
	}
	return nil
}

func unsharerOfFields(t reflect.Type) func(reflect.Value) {
	type field struct {
		index   int
		unshare func(reflect.Value)
	}
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.IsExported():
			if unshare := unsharer(f.Type); unshare != nil {
				fields = append(fields, field{i, unshare})
			}
		case f.Type.Kind() == reflect.Slice:
			panic("rules: the state has a slice that is not exported, " + f.Name + ", and no Clone")
		}
	}
	if fields == nil {
		return nil
	}
	return func(v reflect.Value) {
		for _, f := range fields {
			f.unshare(v.Field(f.index))
		}
	}
}

// unshareEach applies unshare to each element of an array or a slice.
func unshareEach(unshare func(reflect.Value)) func(reflect.Value) {
	if unshare == nil {
		return nil
	}
	return func(v reflect.Value) {
		for i := range v.Len() {
			unshare(v.Index(i))
		}
	}
}
