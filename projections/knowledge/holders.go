package knowledge

import "galloper/events"

// Holders are the sides that have the places, as far as the seat was told; tales say which outcomes tell
// of it.
func (k *Known) Holders(places []events.Place, tales map[string]events.Tale) map[string]string {
	held := make(map[string]string, len(places))
	for _, p := range places {
		held[p.ID] = p.Holder
	}
	for _, page := range k.told {
		for _, o := range page.entries {
			tale, ok := tales[o.Name]
			if !ok || tale.Kind != events.ScenePlace || tale.Place == "" {
				continue
			}
			if tale.Holder == "" {
				held[o.Get(tale.Place)] = ""
			} else if side := o.Get(tale.Holder); side != "" {
				held[o.Get(tale.Place)] = side
			}
		}
	}
	return held
}
