package mapview_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"
)

func TestSmallPNGShowsTheSameInFewerBytes(t *testing.T) {
	t.Parallel()
	for name, pic := range samples() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			full, err := pic.PNG()
			if err != nil {
				t.Fatal(err)
			}
			small, err := pic.SmallPNG()
			if err != nil {
				t.Fatal(err)
			}
			if len(small) >= len(full) {
				t.Errorf("it has %d bytes, the full one %d", len(small), len(full))
			}
			if again, _ := pic.SmallPNG(); !bytes.Equal(small, again) {
				t.Error("the same picture gave other bytes")
			}
			if far := differing(t, full, small); far > 0.001 {
				t.Errorf("%.2f %% of the pixels have another colour to the eye", 100*far)
			}
		})
	}
}

// differing returns the share of pixels that an eye would tell apart.
func differing(t *testing.T, a, b []byte) float64 {
	t.Helper()
	x, err := png.Decode(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	y, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := y.(*image.Paletted); !ok || x.Bounds() != y.Bounds() {
		t.Fatalf("it is %T of %v, want a palette of %v", y, y.Bounds(), x.Bounds())
	}
	far, all := 0, 0
	for i := range x.Bounds().Dx() {
		for j := range x.Bounds().Dy() {
			r1, g1, b1, _ := x.At(i, j).RGBA()
			r2, g2, b2, _ := y.At(i, j).RGBA()
			all++
			if apart(r1, r2)+apart(g1, g2)+apart(b1, b2) > 96<<8 {
				far++
			}
		}
	}
	return float64(far) / float64(all)
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }
