import { FIELD_TYPES } from '@kartis/domain/form.ts'
import { REASONS } from '@kartis/domain/reason.ts'
import { LANGS } from '@kartis/i18n/lang.ts'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Field, wrongText } from '../shared/field.tsx'
import { PageProvider } from '../shared/page-context.tsx'
import { createTranslator } from '../shared/translator.ts'
import { Question } from '../pages/checkout/question.tsx'
import { allMessages, messagesUnder } from './messages.ts'
import { type HydratedPage, PAGE_MESSAGES } from './page-messages.ts'

const PAGES = Object.keys(PAGE_MESSAGES) as HydratedPage[]
const KEY = /['"`]((?:sale|checkout|pass|my|legal|wait|receipt|choice)\.[\w.]*)(\$\{)?/g
const LOADERS = import.meta.glob<string>(['../pages/**/*.{ts,tsx}', '../shared/**/*.{ts,tsx}', './*.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
})
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
/** Sources by path from the storefront's folder. */
const SOURCES = new Map(
  await Promise.all(
    Object.entries(LOADERS).map(
      async ([path, load]) => [new URL(path, 'file:///state/').pathname, withoutComments(await load())] as const,
    ),
  ),
)

/** The sources that a page's script consists of, by path. */
const sourcesOf = (path: string, found = new Map<string, string>()): Map<string, string> => {
  const text = SOURCES.get(path)
  if (text === undefined || found.has(path)) return found
  found.set(path, text)
  for (const [, specifier = ''] of text.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g))
    sourcesOf(new URL(specifier, `file://${path}`).pathname, found)
  return found
}

const alertsOf = (container: HTMLElement): (string | null)[] =>
  Array.from(container.querySelectorAll('[role="alert"]'), (alert) => alert.textContent)

const UPLOAD = { order: 'o', token: 't' }
const fieldOf = (type: (typeof FIELD_TYPES)[number]) => ({
  uuid: 'q',
  type,
  name: '?',
  description: '',
  advanced: null,
  required: true,
  options: ['a', 'b'],
  option_labels: ['a', 'b'],
  min: 1,
  max: 9,
})

describe.each(PAGES)('the messages of the %s page', (page) => {
  const sources = sourcesOf(`/pages/${page}/entry.tsx`)
  const keys = [...sources].flatMap(([file, text]) =>
    [...text.matchAll(KEY)].map(([, key = '', open]) => ({ file, key, isPrefix: open !== undefined })),
  )

  it('are found in the sources', () => {
    expect(sources.size).toBeGreaterThan(10)
    expect(keys.length).toBeGreaterThan(20)
  })

  it.each(LANGS)('include every key in %s that its sources name', (lang) => {
    const messages = Object.keys(messagesUnder(lang, ...PAGE_MESSAGES[page]))
    const bare = new Set(messages.map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))
    const sent = new Set([...bare, ...messages])
    const missing = keys.filter(({ key, isPrefix }) =>
      isPrefix ? !messages.some((each) => each.startsWith(key)) : !sent.has(key),
    )
    expect(missing).toEqual([])
  })

  it.each(LANGS)('in %s have a sentence for every error of a form, never a key', (lang) => {
    const messages = messagesUnder(lang, ...PAGE_MESSAGES[page])
    const t = createTranslator(lang, messages)
    const shown = render(
      <PageProvider lang={lang} messages={messages} now={0}>
        {[...REASONS, 'file', 'unheard_of'].map((reason) => (
          <Field key={reason} id={reason} label="?" optional wrong={wrongText(t, reason)}>
            <input id={reason} />
          </Field>
        ))}
      </PageProvider>,
    )
    expect(alertsOf(shown.container)).toHaveLength(REASONS.length + 2)
    for (const alert of alertsOf(shown.container)) expect(alert).toMatch(/\p{L}{2}/u)
    expect(shown.container.textContent).not.toMatch(/(sale|checkout|my|wait)\.\w/)
  })
})

describe('the questions of an organiser', () => {
  it.each(LANGS)(
    'show every error of every type of question as a sentence in %s',
    (lang) => {
      const messages = allMessages(lang)
      const questions = FIELD_TYPES.flatMap((type) =>
        REASONS.map((reason) => ({ type, reason, id: `${type}.${reason}` })),
      )
      const answers = {
        wrong: Object.fromEntries(questions.map(({ id, reason }) => [id, reason])),
        valueOf: () => undefined,
        setValue: () => undefined,
        onLeave: () => undefined,
      } as unknown as Parameters<typeof Question>[0]['answers']
      const shown = render(
        <PageProvider lang={lang} messages={messages} now={0}>
          {questions.map(({ id, type }) => (
            <Question key={id} question={{ id, field: fieldOf(type), ticketNo: 0 }} answers={answers} upload={UPLOAD} />
          ))}
        </PageProvider>,
      )
      expect(alertsOf(shown.container)).toHaveLength(questions.length)
      for (const alert of alertsOf(shown.container)) expect(alert).toMatch(/\p{L}{2}/u)
      expect(shown.container.textContent).not.toMatch(/checkout\.\w/)
    },
    30_000,
  )
})
