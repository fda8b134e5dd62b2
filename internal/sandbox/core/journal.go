package core

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

// journal is the append-only file of what happened. Writers wait until their
// line is on disk; lines written at the same time share one fsync.
type journal struct {
	path string

	mu      sync.Mutex
	changed *sync.Cond
	file    *os.File
	buf     []byte
	last    int64 // number of the newest line appended
	durable int64 // number of the newest line on disk
	closed  bool
	err     error
	done    chan struct{}
}

var errJournalClosed = errors.New("sandbox: the journal is closed")

// openJournal replays the file and continues after its last whole line.
func openJournal(dir string, replay func(JournalEntry)) (*journal, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("sandbox: journal: %w", err)
	}
	j := &journal{path: filepath.Join(dir, "record.jsonl"), done: make(chan struct{})}
	j.changed = sync.NewCond(&j.mu)
	file, err := os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("sandbox: journal: %w", err)
	}
	whole, err := readEntries(file, func(e JournalEntry) {
		j.last, j.durable = e.N, e.N
		replay(e)
	})
	if err == nil {
		err = file.Truncate(whole) // no response depended on a line cut short by a crash
	}
	if err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("sandbox: journal %s: %w", j.path, err)
	}
	j.file = file
	go j.flush()
	return j, nil
}

// readEntries calls each for every entry and returns how many bytes of the file
// are whole lines.
func readEntries(file io.Reader, each func(JournalEntry)) (int64, error) {
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
		var e JournalEntry
		if err := json.Unmarshal(bytes.TrimSpace(line), &e); err != nil {
			return 0, fmt.Errorf("line at byte %d: %w", whole, err)
		}
		whole += int64(len(line))
		each(e)
	}
}

// append adds a line; it is on disk only after wait. The caller has locked the
// state, so lines come in the order of their numbers.
func (j *journal) append(e JournalEntry) {
	line, err := json.Marshal(e)
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil {
		j.err = err
	}
	j.buf = append(append(j.buf, line...), '\n')
	j.last = e.N
	j.changed.Broadcast()
}

// newest returns the number of the last line appended.
func (j *journal) newest() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.last
}

// wait returns when every line up to n is on disk.
func (j *journal) wait(n int64) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for j.durable < n && j.err == nil {
		j.changed.Wait()
	}
	return j.err
}

func (j *journal) flush() {
	defer close(j.done)
	j.mu.Lock()
	defer j.mu.Unlock()
	for {
		for len(j.buf) == 0 && !j.closed && j.err == nil {
			j.changed.Wait()
		}
		if j.err != nil || (j.closed && len(j.buf) == 0) {
			j.changed.Broadcast()
			return
		}
		lines, upTo := j.buf, j.last
		j.buf = nil
		j.mu.Unlock()
		_, err := j.file.Write(lines)
		if err == nil {
			err = j.file.Sync()
		}
		j.mu.Lock()
		if err != nil {
			j.err = fmt.Errorf("sandbox: journal: %w", err)
		} else {
			j.durable = upTo
		}
		j.changed.Broadcast()
	}
}

func (j *journal) close() error {
	j.mu.Lock()
	j.closed = true
	j.changed.Broadcast()
	j.mu.Unlock()
	<-j.done
	j.mu.Lock()
	defer j.mu.Unlock()
	err := j.file.Close()
	if j.err == nil {
		j.err = errJournalClosed
		j.changed.Broadcast()
		return err
	}
	if errors.Is(j.err, errJournalClosed) {
		return nil
	}
	return errors.Join(j.err, err)
}
