package sandbox

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// record is the append-only file of what really happened. Writers wait until
// their line is on the disk; lines that come together share one fsync.
type record struct {
	path string

	mu      sync.Mutex
	changed *sync.Cond
	file    *os.File
	buf     []byte
	last    int64 // number of the newest line taken
	durable int64 // number of the newest line on the disk
	closed  bool
	err     error
	done    chan struct{}
}

var errRecordClosed = errors.New("sandbox: the record is closed")

// openRecord replays the file and goes on writing after its last whole line.
func openRecord(dir string, replay func(Entry)) (*record, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("sandbox: record: %w", err)
	}
	r := &record{path: filepath.Join(dir, "record.jsonl"), done: make(chan struct{})}
	r.changed = sync.NewCond(&r.mu)
	file, err := os.OpenFile(r.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("sandbox: record: %w", err)
	}
	whole, err := readEntries(file, func(e Entry) {
		r.last, r.durable = e.N, e.N
		replay(e)
	})
	if err == nil {
		err = file.Truncate(whole) // a line cut short by a kill was never answered
	}
	if err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("sandbox: record %s: %w", r.path, err)
	}
	r.file = file
	go r.flush()
	return r, nil
}

// readEntries returns how many bytes of the file are whole lines.
func readEntries(file io.Reader, each func(Entry)) (int64, error) {
	in := bufio.NewReaderSize(file, 1<<20)
	var whole int64
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return whole, nil
		}
		if err != nil {
			return 0, err
		}
		var e Entry
		if err := json.Unmarshal(bytes.TrimSpace(line), &e); err != nil {
			return 0, fmt.Errorf("line at byte %d: %w", whole, err)
		}
		whole += int64(len(line))
		each(e)
	}
}

// append takes a line; it counts only after wait. Callers hold the book, so
// lines come in the order of their numbers.
func (r *record) append(e Entry) {
	line, err := json.Marshal(e)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.err = err
	}
	r.buf = append(append(r.buf, line...), '\n')
	r.last = e.N
	r.changed.Broadcast()
}

// newest is the number of the last line taken.
func (r *record) newest() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// wait returns when every line up to n is on the disk.
func (r *record) wait(n int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.durable < n && r.err == nil {
		r.changed.Wait()
	}
	return r.err
}

func (r *record) flush() {
	defer close(r.done)
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		for len(r.buf) == 0 && !r.closed && r.err == nil {
			r.changed.Wait()
		}
		if r.err != nil || (r.closed && len(r.buf) == 0) {
			r.changed.Broadcast()
			return
		}
		lines, upTo := r.buf, r.last
		r.buf = nil
		r.mu.Unlock()
		_, err := r.file.Write(lines)
		if err == nil {
			err = r.file.Sync()
		}
		r.mu.Lock()
		if err != nil {
			r.err = fmt.Errorf("sandbox: record: %w", err)
		} else {
			r.durable = upTo
		}
		r.changed.Broadcast()
	}
}

func (r *record) close() error {
	r.mu.Lock()
	r.closed = true
	r.changed.Broadcast()
	r.mu.Unlock()
	<-r.done
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.file.Close()
	if r.err == nil {
		r.err = errRecordClosed
		r.changed.Broadcast()
		return err
	}
	if errors.Is(r.err, errRecordClosed) {
		return nil
	}
	return errors.Join(r.err, err)
}
