package store_test

import (
	"fmt"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

func TestReviewsShowTheNewestFirst(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	s.Get("/api/feedback/").WantFirst(t, fmt.Sprintf(`{
		"id": 1, "order": %d, "text": "Сначала думал нужен ник, а нужен UID", "rating": 4, "created": "2026-11-15T06:29:00Z",
		"nickname": "Гр***а", "is_published": true, "game": {
			"resourcetype": "SupplyGame", "id": 12, "title": "Call of Duty: Mobile", "logo": %q, "is_active": true,
			"is_server_needed": false, "is_server_enum": false
		}
	}`, publicNumber(s, "1", "review"), s.PictureURL(`select logo from games where id = 12`)))
}

func TestReviewsOfGuestsAndGiftsHaveNoNameAndNoGame(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update orders set user_id = null, kind = 'rokky', game_id = null, gift_id = 1 where id = 1`)
	first := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/feedback/")).Results[0]
	if game, has := first["game"]; first["nickname"] != "Гость" || !has || game != nil {
		t.Fatalf("%v", first)
	}
}

func TestRatingIsOfPublishedReviews(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	// (334·5 + 80·4 + 20·3 + 7·2 + 6) ÷ 447 = 4.6308…
	s.Get("/api/feedback/rating/").WantJSON(t, 200, `{"rating": 4.6, "count": 447, "distribution": [
		{"stars": 5, "count": 334}, {"stars": 4, "count": 80}, {"stars": 3, "count": 20}, {"stars": 2, "count": 7}, {"stars": 1, "count": 6}
	]}`)
}

func TestWaitingAndHiddenReviewsAreNeitherShownNorCounted(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	s.Exec(`update feedback set state = 'waiting' where id = 1`)
	s.Exec(`update feedback set state = 'hidden' where id = 2`)
	p := httpapitest.Decode[httpapitest.Page](t, s.Get("/api/feedback/?limit=100"))
	if p.Count != 445 || p.Results[0]["id"] != 3.0 {
		t.Errorf("%d reviews from %v", p.Count, p.Results[0]["id"])
	}
	for _, r := range s.Walk(t, "/api/feedback/?limit=100") {
		if r["id"] == 1.0 || r["id"] == 2.0 || r["is_published"] != true {
			t.Errorf("shown: %v", r)
		}
	}
	if n := httpapitest.Decode[map[string]any](t, s.Get("/api/feedback/rating/"))["count"]; n != 445.0 {
		t.Errorf("got %v counted, want %v", n, 445.0)
	}
	s.Exec(`update feedback set state = 'published' where id = 1`)
	if n := httpapitest.Decode[map[string]any](t, s.Get("/api/feedback/rating/"))["count"]; n != 446.0 {
		t.Errorf("%v counted after one was published again", n)
	}
}

func TestRatingIsRoundedToTenthsHalfUp(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for _, row := range []struct {
		stars string
		want  float64
	}{
		{"array[5]", 5},
		{"array[5, 4]", 4.5},
		{"array[5, 4, 4]", 4.3},
		{"array[5, 5, 4]", 4.7},
		{"array[5, 4, 4, 4]", 4.3}, // 4.25
		{"array[1, 1, 1, 2]", 1.3}, // 1.25
		{"array[1]", 1},
		{"array[]::int[]", 0},
	} {
		s.AsOwner(`delete from feedback`)
		s.Exec(`insert into feedback (order_id, text, rating, state, created)
			select n, '', stars, 'published', now() from unnest(` + row.stars + `) with ordinality as u(stars, n)`)
		if got := httpapitest.Decode[map[string]any](t, s.Get("/api/feedback/rating/"))["rating"]; got != row.want {
			t.Errorf("%s: %v instead of %v", row.stars, got, row.want)
		}
	}
	s.Get("/api/feedback/").WantJSON(t, 200, `{"count": 0, "next": null, "previous": null, "results": []}`)
}
