package main

import (
	"strings"
	"testing"

	tracepb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	spanpb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

func TestSearchFindsEachKind(t *testing.T) {
	known := []secret{{"a player's id", "700555777"}, {"the hash of an order", "cstybzdznwy5cb04jvn9n8sesm"}}
	for name, tc := range map[string]struct{ line, what string }{
		"a known id":           {`api │ {"msg":"asked","player":"700555777"}`, "a player's id"},
		"a hash in an address": {`GET /ru/orders/cstybzdznwy5cb04jvn9n8sesm/pay 200`, "the hash of an order"},
		"an e-mail":            {`{"msg":"sent","to":"pokupatel@example.ru"}`, "an e-mail"},
		"an access token":      {"\x0a\x20Bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln\x00", "an access token"},
		"a refresh token":      {`refresh=6ZqkP1sTq0mW3vXn8YbLr4cJdGf7hKe2iUaOoPzNxQw; Path=/`, "a refresh token"},
		"a code":               {`{"code":"K7QHMWXT2ZPC9DNBVA"}`, "a code of the stock"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSearch(known)
			s.scan("shop.log", []byte("a line before\n"+tc.line+"\n"))
			err := s.result()
			if err == nil || !strings.Contains(err.Error(), "shop.log: "+tc.what) {
				t.Fatalf("got %v, want %q found", err, tc.what)
			}
			if len(s.found) != 1 {
				t.Errorf("found %q, want one", s.found)
			}
		})
	}
}

func TestSearchPassesWhatIsNobodys(t *testing.T) {
	s := newSearch([]secret{{"a player's id", "700555777"}})
	s.scan("shop.log", []byte(strings.Join([]string{
		`api │ LAREK_MAIL_FROM Ларёк <zakaz@larek.example>`,
		`api │ LAREK_DATABASE_URL postgres://larek:xxxxx@127.0.0.1:25432/larek`,
		`sandbox│ paid by 700555777`,
		`2026-11-15T07:20:18+00:00 7bc1b1b7428ad62c710fa963c37c166d 127.0.0.1 GET /ru/games/1 200`,
		`{"trace_id":"0af7651916cd43dd8448eb211c80319c","route":"/api/orders/{id}/details/"}`,
	}, "\n")))
	if err := s.result(); err != nil {
		t.Fatal(err)
	}
}

// What a span says is still found when it is stored as JSON, and its id says nothing.
func TestSpansAreSearchedWithoutTheirIDs(t *testing.T) {
	t.Parallel()
	export := func(name string) []byte {
		body, err := proto.Marshal(&tracepb.ExportTraceServiceRequest{ResourceSpans: []*spanpb.ResourceSpans{{ScopeSpans: []*spanpb.ScopeSpans{{
			Spans: []*spanpb.Span{{Name: name, TraceId: []byte("aaaaaaax@y.zzaaa"), SpanId: []byte("bbbbbbbb")}},
		}}}}})
		if err != nil {
			t.Fatal(err)
		}
		return readable(body)
	}
	s := newSearch([]secret{{"a player's id", "700555777"}})
	s.scan("traces", export("GET /media/{key}/"))
	if err := s.result(); err != nil {
		t.Errorf("an id was taken for an address: %v", err)
	}
	s.scan("traces", export("letter to b@c.ru"))
	if err := s.result(); err == nil || !strings.Contains(err.Error(), "an e-mail") {
		t.Errorf("got %v, want an e-mail found", err)
	}
}
