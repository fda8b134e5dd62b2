package store

// each maps a list. The result is never nil, because JSON distinguishes null from
// an empty list.
func each[From, To any](list []From, f func(From) To) []To {
	out := make([]To, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// ids returns the ids that are not nil.
func ids[T any](list []T, id func(T) *int64) []int64 {
	out := []int64{}
	for _, v := range list {
		if p := id(v); p != nil {
			out = append(out, *p)
		}
	}
	return out
}

// text converts a string type of the contract to a plain string.
func text[T ~string](p *T) *string {
	if p == nil {
		return nil
	}
	return new(string(*p))
}

func deref[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
