package firediscipline

// Tables are the charts. A scenario may replace rows of them (section c).
type Tables struct {
	Rates         [4][4]int // §4.7: infantry, cavalry, light guns, heavy guns × field, charge, road, tactical; 0 none
	Terrain       [8][4]int // §T1: by kindRow × foot close, foot open, horse, guns
	Ammunition    [5][3]int // §6.2: howitzer, light, field, position, siege × ball, canister, shell
	Artillery     [5][5]int // §6.9: 1-4, 6, 8-9, 10-12, 16+ × band
	ArtilleryMods [9][2]int // §6.9: artilleryMod × to 300, from 301
	Musketry      [4][4]int // §7.5: bow, matchlock, firelock, flintlock × skirmish, 0-30, 31-60, 61-100: how many faces hit
	MusketryMods  [9]int    // §7.4: musketryMod
	Cavalry       [6][6]int // §8.5: horse, dragoons, open, bayonet, pike, mixed × steel contact, engaged, fire …, mix …
	Infantry      [3][3]int // §8.5: mounted, foot, open × bayonet, pike, mixed
	Morale        [7]int    // §5.2: moraleRow
	PointsFor     [6]int    // §V2: pointsRow
}
