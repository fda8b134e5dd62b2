{{- /* Labels of one part: dict "root" $ "part" "api". */}}
{{- define "larek.selector" -}}
app.kubernetes.io/part-of: larek
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "larek.labels" -}}
{{ include "larek.selector" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "larek.host" -}}{{ trimPrefix "https://" .Values.origin }}{{- end }}

{{- /* Nothing may be written but /tmp, nothing may be gained. */}}
{{- define "larek.container.security" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end }}

{{- /* What all pods share: dict "root" $ "part" "api" "grace" 45. */}}
{{- define "larek.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .grace }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: {type: RuntimeDefault}
{{- with .root.Values.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
topologySpreadConstraints:
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "larek.selector" $ | nindent 8 }}
{{- end }}
{{- end }}

{{- /* The Service forgets a copy first, the copy is stopped second. */}}
{{- define "larek.leave" -}}
lifecycle:
  preStop:
    sleep: {seconds: {{ .Values.drainSeconds }}}
{{- end }}

{{- /* Settings of the binary: dict "root" $ "settings" (dict …) "own" (dict …), the latter override. */}}
{{- define "larek.env" -}}
{{- $varnish := list }}
{{- range $i := until (int .root.Values.varnish.replicas) }}
{{- $varnish = append $varnish (printf "http://%s-varnish-%d.%s-varnish-pods:6081" $.root.Release.Name $i $.root.Release.Name) }}
{{- end }}
{{- $own := dict
  "LAREK_ENV" "production"
  "LAREK_PUBLIC_ORIGIN" .root.Values.origin
  "LAREK_HTTP_ADDR" ":8080"
  "LAREK_METRICS_ADDR" ":8070"
  "LAREK_WORKER_ADDR" ":8071"
  "LAREK_EDGE_PURGE_URL" (join "," $varnish) }}
{{- range $name, $value := mergeOverwrite (dict) .root.Values.settings .settings $own (get . "own" | default dict) }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- /* What deploy/edge/start wants to know in the image: dict "root" $ "env" (dict …). */}}
{{- define "larek.edge.env" -}}
{{- $shared := dict
  "LAREK_PUBLIC_ORIGIN" .root.Values.origin
  "WEB_ADDR" (printf "%s-web:3000" .root.Release.Name) }}
{{- range $name, $value := mergeOverwrite $shared .env }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- /* The head of a NetworkPolicy: dict "root" $ "name" "api". */}}
{{- define "larek.policy" }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ .root.Release.Name }}-{{ .name }}
  labels: {{- include "larek.labels" (dict "root" .root "part" .name) | nindent 4 }}
spec:
{{- end }}
{{- define "larek.instance" }}{app.kubernetes.io/part-of: larek, app.kubernetes.io/instance: {{ .Release.Name }}}{{ end }}

{{- /* The stores, then providers, suppliers and mail; never an address inside the cluster. */}}
{{- define "larek.outside" -}}
{{- with .Values.network.data }}
{{- toYaml . }}
{{ end -}}
- to:
    - ipBlock: {cidr: 0.0.0.0/0, except: {{ toJson .Values.network.outside.except }}}
  ports:
  {{- range .Values.network.outside.ports }}
    - {protocol: TCP, port: {{ . }}}
  {{- end }}
{{- end }}
