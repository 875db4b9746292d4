package campaign

import (
	"reflect"
	"testing"
)

// A list that a clone shares with its original could be modified through it.
func TestCloneOfATurnSharesNoList(t *testing.T) {
	turn := &Turn{}
	v := reflect.ValueOf(turn).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice {
			f.Set(reflect.MakeSlice(f.Type(), 1, 4))
		}
	}
	clone := reflect.ValueOf(turn.clone()).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice && (clone.Field(i).Len() != 1 ||
			clone.Field(i).Pointer() == f.Pointer()) {
			t.Errorf("%s is shared, or lost", v.Type().Field(i).Name)
		}
	}
}
