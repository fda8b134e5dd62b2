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

{{- /* Settings of the binary: dict "root" $ "settings" (dict …), the latter override. */}}
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
{{- range $name, $value := mergeOverwrite (dict) .root.Values.settings .settings $own }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- /* A file of nginx or Varnish with its names between at signs filled in, as dev/edge does
       on one machine: dict "root" $ "text" "…". */}}
{{- define "larek.fill" -}}
{{- $v := .root.Values }}
{{- $name := .root.Release.Name }}
{{- $proxies := "" }}
{{- range $v.edge.proxies }}{{ $proxies = printf "%sset_real_ip_from %s; " $proxies . }}{{ end }}
{{- if $proxies }}{{ $proxies = print $proxies "real_ip_header X-Forwarded-For; real_ip_recursive on;" }}{{ end }}
{{- $purgers := "" }}
{{- range $v.varnish.purgers }}{{ $purgers = printf "%s\"%s\"/%s; " $purgers (index (splitList "/" .) 0) (index (splitList "/" .) 1) }}{{ end }}
{{- $text := .text
  | replace "proxy_set_header X-Edge-Secret \"@EDGE_SECRET@\";" "include /etc/larek-secret/edge-secret.conf;"
  | replace "@DIR@/tmp/" "/tmp/" }}
{{- $fill := dict
  "USER" ""
  "MODULES" (ternary "load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;" "" $v.edge.brotli)
  "BROTLI" (ternary "brotli_static on;" "" $v.edge.brotli)
  "TLS" ""
  "LOG" "/dev/stdout"
  "EXTRA" ""
  "DEFAULT" "default_server"
  "NAME" (include "larek.host" .root)
  "HSTS" "max-age=31536000; includeSubDomains"
  "DIR" "/tmp"
  "HERE" "/etc/larek/nginx"
  "AWAY" "/etc/larek/edge/away.html"
  "HOST" (include "larek.host" .root)
  "SCHEME" "https"
  "REAL_IP" $proxies
  "LISTEN" "8080"
  "RATE" (toString $v.edge.rate)
  "BURST" (toString (mul 4 $v.edge.rate))
  "HOOK_RATE" (toString $v.edge.hookRate)
  "HOOK_BURST" (toString (mul 20 $v.edge.hookRate))
  "STREAMS" (toString $v.edge.streams)
  "CONNECTIONS" (toString $v.edge.connections)
  "API" (printf "%s-api:8080" $name)
  "PAGES" (printf "%s-varnish:6081" $name)
  "PAGES_CONF" "pages.conf"
  "WEB" (printf "%s-web:3000" $name)
  "WEB_HOST" (printf "%s-web" $name)
  "WEB_PORT" "3000"
  "ASSETS" "/srv/web"
  "ASSETS_CONF" (ternary "assets-files.conf" "assets-web.conf" $v.edge.brotli)
  "CONSOLE_FILES" "/srv/console"
  "CONSOLE_CONF" (ternary "console.conf" "console-off.conf" $v.console.enabled)
  "COUNTRIES" (ternary "/etc/larek-countries/countries.conf" "/etc/larek/nginx/countries.conf" (ne $v.edge.countries ""))
  "PURGERS" $purgers
  "QUERIES" (.root.Files.Get "files/queries.json" | fromJsonArray | join "|") }}
{{- range $key, $value := $fill }}
{{- $text = replace (printf "@%s@" $key) $value $text }}
{{- end }}
{{- $text }}
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
