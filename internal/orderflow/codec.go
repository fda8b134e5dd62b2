package orderflow

import (
	"fmt"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/protobuf/proto"

	"larek/internal/seal"
)

const (
	encodingKey    = "encoding"
	sealedEncoding = "binary/sealed"
	keyIDKey       = "key"
)

// codec encrypts all payloads, because Temporal's database is readable by
// people who must not read ours.
type codec struct{ ring *seal.Keyring }

func dataConverter(ring *seal.Keyring) converter.DataConverter {
	return converter.NewCodecDataConverter(converter.GetDefaultDataConverter(), &codec{ring: ring})
}

// Encode encrypts payloads.
func (c *codec) Encode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	sealed := make([]*commonpb.Payload, len(payloads))
	for i, p := range payloads {
		plain, err := proto.Marshal(p)
		if err != nil {
			return nil, fmt.Errorf("codec: payload: %w", err)
		}
		id, data := c.ring.Seal(plain, nil)
		sealed[i] = &commonpb.Payload{
			Metadata: map[string][]byte{encodingKey: []byte(sealedEncoding), keyIDKey: []byte(id)},
			Data:     data,
		}
	}
	return sealed, nil
}

// Decode decrypts payloads. Unencrypted payloads are returned unchanged.
func (c *codec) Decode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	opened := make([]*commonpb.Payload, len(payloads))
	for i, p := range payloads {
		if string(p.GetMetadata()[encodingKey]) != sealedEncoding {
			opened[i] = p
			continue
		}
		plain, err := c.ring.Open(string(p.Metadata[keyIDKey]), p.Data, nil)
		if err != nil {
			return nil, err
		}
		opened[i] = &commonpb.Payload{}
		if err := proto.Unmarshal(plain, opened[i]); err != nil {
			return nil, fmt.Errorf("codec: payload: %w", err)
		}
	}
	return opened, nil
}
