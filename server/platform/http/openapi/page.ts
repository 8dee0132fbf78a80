import type { Json } from './schemas.ts'

const escape = (text: unknown): string =>
  String(text).replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character,
  )

const code = (value: unknown): string => `<pre><code>${escape(JSON.stringify(value, null, 2))}</code></pre>`

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 16px/1.55 system-ui, sans-serif; max-inline-size: 62rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h2 { margin-block: 2.5rem .5rem; text-transform: capitalize; }
details { border: 1px solid var(--line); border-radius: 10px; margin-block: .5rem; padding: .25rem .9rem; }
summary { cursor: pointer; padding-block: .55rem; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
summary b { inline-size: 4.2rem; font-variant: small-caps; letter-spacing: .04em; }
summary code { font-weight: 600; overflow-wrap: anywhere; }
summary span { opacity: .75; flex-basis: 100%; }
h3 { font-size: .85rem; text-transform: uppercase; letter-spacing: .06em; opacity: .7; margin-block: 1rem .25rem; }
table { border-collapse: collapse; inline-size: 100%; font-size: .9rem; }
td { border-block-start: 1px solid var(--line); padding: .35rem .5rem .35rem 0; vertical-align: top; }
pre { overflow: auto; max-block-size: 26rem; padding: .75rem; border-radius: 8px; background: color-mix(in srgb, currentColor 7%, transparent); font-size: .82rem; }
nav a { margin-inline-end: .9rem; }`

interface Operation {
  tags: string[]
  summary: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}

const typeOf = (schema: Json): string => {
  const options = (schema.enum ?? (schema.items as Json | undefined)?.enum) as unknown[] | undefined
  if (options) return options.join(' | ')
  return [schema.type, schema.format].filter(Boolean).join(' ') || 'any'
}

const parameters = ({ parameters = [] }: Operation): string =>
  parameters.length === 0
    ? ''
    : `<h3>Parameters</h3><table>${parameters
        .map(
          ({ name, in: location, required, description, schema }) =>
            `<tr><td><code>${escape(name)}</code></td><td>${location}${required ? ', required' : ''}</td><td>${escape(description ?? typeOf(schema))}</td></tr>`,
        )
        .join('')}</table>`

const contents = (content: Record<string, { schema: Json }> | undefined): string =>
  Object.entries(content ?? {})
    .map(([type, { schema }]) => `<p><code>${escape(type)}</code></p>${code(schema)}`)
    .join('')

const responses = ({ responses }: Operation): string =>
  Object.entries(responses)
    .map(([status, { content, description }]) =>
      Number(status) < 300
        ? `<h3>${status}</h3>${contents(content)}`
        : `<h3>${status}</h3><p>${escape(description)}</p>`,
    )
    .join('')

const renderOperation = (method: string, path: string, operation: Operation): string => `
<details id="${escape(`${method}${path}`)}"><summary><b>${method.toUpperCase()}</b><code>${escape(path)}</code><span>${escape(operation.summary)}</span></summary>
${parameters(operation)}${operation.requestBody ? `<h3>Body</h3>${contents(operation.requestBody.content)}` : ''}${responses(operation)}</details>`

/** The OpenAPI document as an HTML page, without scripts or external resources. */
export const docsPage = (document: Json): string => {
  const { info, paths, tags, components } = document as unknown as {
    info: { title: string; version: string; description: string }
    paths: Record<string, Record<string, Operation>>
    tags: { name: string }[]
    components: { schemas: Record<string, Json> }
  }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = tags.map(({ name }) => {
    const tagged = all.filter(({ operation }) => operation.tags.includes(name))
    return `<section><h2 id="${escape(name)}">${escape(name)}</h2>${tagged.map(({ method, path, operation }) => renderOperation(method, path, operation)).join('')}</section>`
  })
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escape(name)}"><summary><code>${escape(name)}</code></summary>${code(schema)}</details>`,
  )
  return `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(info.title)} API ${escape(info.version)}</title><style>${STYLE}</style></head><body>
<h1>${escape(info.title)} API <small>${escape(info.version)}</small></h1><p>${escape(info.description)}</p>
<p><a href="/api/openapi.json">openapi.json</a></p><nav aria-label="Parts">${tags.map(({ name }) => `<a href="#${escape(name)}">${escape(name)}</a>`).join('')}</nav>
<main>${sections.join('')}<section><h2 id="schemas">Schemas</h2>${schemas.join('')}</section></main></body></html>`
}
