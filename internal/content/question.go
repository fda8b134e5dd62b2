package content

import (
	"context"
	"strconv"
	"strings"

	"larek/internal/content/contentdb"
	"larek/internal/problem"
)

// QuestionDraft is a question about a game as an editor saves it. Both texts are plain.
type QuestionDraft struct {
	GameID   int64  `json:"game_id"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	IsActive bool   `json:"is_active"`
}

// Kind implements Piece.
func (d QuestionDraft) Kind() Kind { return KindQuestion }

// Title implements Piece.
func (d QuestionDraft) Title() string { return d.Question }

// Text implements Piece.
func (d QuestionDraft) Text() string { return d.Answer }

func (d QuestionDraft) checked(ctx context.Context, q *contentdb.Queries) (Piece, []problem.Field, error) {
	var b bounds
	d.Question, d.Answer = strings.TrimSpace(d.Question), strings.TrimSpace(d.Answer)
	b.need("text", d.Question, 300)
	b.need("answer", d.Answer, 3000)
	has, err := q.HasGame(ctx, d.GameID)
	if err == nil && !has {
		b.add("game_id", "unknown", "Такой игры нет.")
	}
	return d, b, err
}

func (d QuestionDraft) lock(ctx context.Context, q *contentdb.Queries, object string) (Piece, int32, error) {
	r, err := q.LockQuestion(ctx, number(object))
	return QuestionDraft{GameID: r.GameID, Question: r.Text, Answer: r.Answer, IsActive: r.IsActive}, r.Version, err
}

func (d QuestionDraft) insert(ctx context.Context, q *contentdb.Queries, _ *Editor) (string, error) {
	id, err := q.InsertQuestion(ctx, contentdb.InsertQuestionParams{GameID: d.GameID, Text: d.Question, Answer: d.Answer, IsActive: d.IsActive})
	return strconv.FormatInt(id, 10), err
}

func (d QuestionDraft) change(ctx context.Context, q *contentdb.Queries, _ *Editor, object string) error {
	return q.ChangeQuestion(ctx, contentdb.ChangeQuestionParams{ID: number(object), Text: d.Question, Answer: d.Answer, IsActive: d.IsActive})
}

// QuestionRow is a question in the editors' list.
type QuestionRow = contentdb.ListAllQuestionsRow

// Questions lists all questions about a game in their order.
func (e *Editor) Questions(ctx context.Context, gameID int64) ([]QuestionRow, error) {
	return e.q.ListAllQuestions(ctx, gameID)
}
