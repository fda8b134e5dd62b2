package account

import "testing"

func TestMaskNicknameNeverShowsAllOfIt(t *testing.T) {
	t.Parallel()
	for nickname, want := range map[string]string{
		"Александр": "Ал***р", "Гроза": "Гр***а", "Макс": "М***", "Яна": "Я***", "Ян": "Я***", "Я": "***", "": "***",
		"🎮🎮🎮🎮🎮": "🎮🎮***🎮", "user@example.test": "us***t", "ab cd": "ab***d",
	} {
		if got := MaskNickname(&nickname); got != want {
			t.Errorf("%s: got %s, want %s", nickname, got, want)
		}
	}
	if got := MaskNickname(nil); got != "Гость" {
		t.Errorf("guest: got %s, want Гость", got)
	}
}
