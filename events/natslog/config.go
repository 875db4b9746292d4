package natslog

import (
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// wantedConfig is the required configuration of the stream. Discarding new messages makes a full store an error;
// discarding old ones would lose history.
func wantedConfig(maxBytes int64, replicas int) jetstream.StreamConfig {
	if maxBytes == 0 {
		maxBytes = -1
	}
	return jetstream.StreamConfig{
		Name: Stream, Subjects: []string{Subjects}, Storage: jetstream.FileStorage, Replicas: replicas,
		Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardNew, MaxBytes: maxBytes, MaxMsgs: -1,
		MaxMsgsPerSubject: -1,
		DenyDelete:        true, DenyPurge: true, AllowDirect: true,
	}
}

func newReplicas(n int) int {
	if n == 0 {
		return 3
	}
	return n
}

// DriftError means that the stream's settings have changed: denying deletes does not prevent a reconfiguration that
// loses messages.
type DriftError struct{ Settings []string }

// Error implements error.
func (e *DriftError) Error() string {
	return "the settings of stream " + Stream + " were changed by hand: " + strings.Join(e.Settings, "; ") +
		". Reset them with galloper repair"
}

// drift lists the differences in settings that matter to the safety of the log.
func drift(got, want jetstream.StreamConfig) []string {
	var out []string
	check := func(name string, got, want any) {
		if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
			out = append(out, fmt.Sprintf("%s is %s, should be %s", name, g, w))
		}
	}
	check("subjects", got.Subjects, want.Subjects)
	check("storage", got.Storage, want.Storage)
	check("retention", got.Retention, want.Retention)
	check("discard", got.Discard, want.Discard)
	check("discard_new_per_subject", got.DiscardNewPerSubject, false)
	check("max_msgs", unlimited(got.MaxMsgs), "unlimited")
	check("max_msgs_per_subject", unlimited(got.MaxMsgsPerSubject), "unlimited")
	check("max_age", got.MaxAge, want.MaxAge)
	check("num_replicas", got.Replicas, want.Replicas)
	check("deny_delete", got.DenyDelete, true)
	check("deny_purge", got.DenyPurge, true)
	check("allow_rollup_hdrs", got.AllowRollup, false)
	check("allow_msg_ttl", got.AllowMsgTTL, false)
	check("allow_msg_schedules", got.AllowMsgSchedules, false)
	check("allow_direct", got.AllowDirect, true)
	check("sealed", got.Sealed, false)
	check("no_ack", got.NoAck, false)
	check("persist_mode", got.PersistMode, want.PersistMode)
	check("subject_transform", got.SubjectTransform != nil, false)
	check("mirror", got.Mirror != nil, false)
	check("sources", len(got.Sources), 0)
	return out
}

func unlimited(n int64) string {
	if n <= 0 {
		return "unlimited"
	}
	return fmt.Sprint(n)
}

// gaps describes missing messages in the stream. No message is ever deleted, so the sequences must run from 1 without
// a gap.
func gaps(st jetstream.StreamState) []string {
	var out []string
	if st.FirstSeq > 1 {
		out = append(out, fmt.Sprintf("the log begins at position %d: everything before is lost", st.FirstSeq))
	}
	if st.Msgs > 0 && st.LastSeq-st.FirstSeq+1 != st.Msgs || st.NumDeleted > 0 {
		out = append(out, fmt.Sprintf("the log has gaps: %d commits between positions %d and %d", st.Msgs, st.FirstSeq,
			st.LastSeq))
	}
	return out
}
