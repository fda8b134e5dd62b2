package account

import "testing"

func TestObscureNeverShowsTheWholeNickname(t *testing.T) {
	t.Parallel()
	for nickname, want := range map[string]string{
		"Александр": "Ал***р", "Гроза": "Гр***а", "Макс": "М***", "Яна": "Я***", "Ян": "Я***", "Я": "***", "": "***",
		"🎮🎮🎮🎮🎮": "🎮🎮***🎮", "user@example.test": "us***t", "ab cd": "ab***d",
	} {
		if got := Obscure(&nickname); got != want {
			t.Errorf("%s: %s instead of %s", nickname, got, want)
		}
	}
	if got := Obscure(nil); got != "Гость" {
		t.Errorf("a guest is called %s", got)
	}
}
