package mapview_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"

	"galloper/projections/mapview"
	"galloper/projections/mapview/canvas"
)

func TestSmallPNGShowsTheSameInFewerBytes(t *testing.T) {
	t.Parallel()
	for name, pic := range samples() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			full, err := canvas.PNG(pic.Image(mapview.Sizes[1].Width), 256)
			if err != nil {
				t.Fatal(err)
			}
			small, err := smaller(pic, mapview.Sizes[1])
			if err != nil {
				t.Fatal(err)
			}
			if len(small) >= len(full) {
				t.Errorf("it has %d bytes, the full one %d", len(small), len(full))
			}
			if again, _ := smaller(pic, mapview.Sizes[1]); !bytes.Equal(small, again) {
				t.Error("the same picture gave other bytes")
			}
			if far := differing(t, full, small); far > 0.001 {
				t.Errorf("%.2f %% of the pixels have another colour to the eye", 100*far)
			}
		})
	}
}

// allSteps is enough room for any picture.
const allSteps = 1 << 30

// smaller returns the pictures in decreasing sizes.
func smaller(p *mapview.Picture, want mapview.Size) ([]byte, error) {
	i := slices.Index(mapview.Sizes, want)
	for b, err := range p.Smaller(allSteps) {
		if i--; i < 0 {
			return b, err
		}
	}
	return nil, fmt.Errorf("no such size: %v", want)
}

func TestEachSizeHasFewerBytes(t *testing.T) {
	t.Parallel()
	for name, pic := range samples() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			step, last := 0, 1<<30
			for b, err := range pic.Smaller(allSteps) {
				if err != nil {
					t.Fatal(err)
				}
				img, err := png.Decode(bytes.NewReader(b))
				if err != nil {
					t.Fatal(err)
				}
				want := mapview.Sizes[step]
				if n := len(img.ColorModel().(color.Palette)); n > want.Colours || img.Bounds().Dx() != want.Width ||
					len(b) >= last {
					t.Errorf("%v: %d colours, %v, %d bytes after %d", want, n, img.Bounds(), len(b), last)
				}
				step, last = step+1, len(b)
			}
			if step != len(mapview.Sizes) || last > 24<<10 {
				t.Errorf("%d sizes, the smallest has %d bytes", step, last)
			}
		})
	}
}

// Sizes that cannot fit are skipped, and no others.
func TestNoSizeThatFitsIsLeftOut(t *testing.T) {
	t.Parallel()
	for name, pic := range samples() {
		var all []int
		for b := range pic.Smaller(allSteps) {
			all = append(all, len(b))
		}
		for _, room := range append([]int{all[0] / 2, all[0] * 2 / 3, 1}, all...) {
			want := slices.IndexFunc(all, func(n int) bool { return n <= room })
			got, tried := 0, 0
			for b := range pic.Smaller(room) {
				got = len(b)
				if tried++; got <= room {
					break
				}
			}
			if want < 0 {
				want = len(all) - 1
			}
			if got != all[want] || tried > want+1 || room == 1 && tried > 2 {
				t.Errorf("%s: in %d bytes a picture of %d at step %d of %v", name, room, got, tried, all)
			}
		}
	}
}

// With few colours, an army must not get the colour of another army or of the ground.
func TestFewColoursKeepTheArmiesApart(t *testing.T) {
	t.Parallel()
	for name, pic := range samples() {
		full, err := canvas.PNG(pic.Image(800), 256)
		if err != nil {
			t.Fatal(err)
		}
		few, err := smaller(pic, mapview.Size{Width: 800, Colours: 16})
		if err != nil {
			t.Fatal(err)
		}
		if far := differing(t, full, few); far > 0.008 {
			t.Errorf("%s: %.2f %% of the pixels have another colour to the eye", name, 100*far)
		}
	}
}

// differing returns the share of pixels that differ visibly.
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
			if isClearOf(r1, r2)+isClearOf(g1, g2)+isClearOf(b1, b2) > 96<<8 {
				far++
			}
		}
	}
	return float64(far) / float64(all)
}

func isClearOf(a, b uint32) uint32 { return max(a, b) - min(a, b) }
