import { numberText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { useEffect, useRef } from 'react'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { Say } from '../../shared/messages.ts'
import { waitText } from './in-line.tsx'
import type { Stage } from './stage.ts'
import type { Waiting } from './use-waiting.ts'

const EVERY_MS = 60_000
const TAGS = /<[^>]+>/g

const aloud = (stage: Stage, say: Say, lang: Lang): string => {
  switch (stage.kind) {
    case 'line': {
      const minutes = waitText(stage.line, say)
      const pace = minutes ? `${say('wait.line.pace')} ${minutes.replaceAll(TAGS, '')}` : ''
      return `${say('wait.say.line', { number: numberText(stage.line.ahead + 1, lang) })} ${pace}`.trim()
    }
    case 'turn':
      return say('wait.say.turn')
    case 'sold_out':
      return `${say('wait.sold_out.title')}. ${say('wait.sold_out.text')}`
    case 'next':
      return say('wait.next.title')
    default:
      return ''
  }
}

/** Reads the place out politely: when something begins, and then once a minute at most. */
export const Aloud = ({ waiting }: { readonly waiting: Waiting }) => {
  const { say, lang } = usePage()
  const region = useRef<HTMLParagraphElement>(null)
  const last = useRef({ kind: '', at: 0 })
  const { stage } = waiting
  useEffect(() => {
    const now = Date.now()
    const fresh = last.current.kind !== stage.kind
    if (!region.current || (!fresh && now - last.current.at < EVERY_MS)) return
    last.current = { kind: stage.kind, at: now }
    region.current.textContent = aloud(stage, say, lang)
  }, [stage, say, lang])
  return <p ref={region} className={parts.unseen} role="status" aria-live="polite" />
}
