import { numberText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { useEffect, useRef } from 'react'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { Translate } from '../../shared/translator.ts'
import { waitText } from './in-line.tsx'
import type { Stage } from './stage.ts'
import type { Waiting } from './use-waiting.ts'

const MIN_INTERVAL_MS = 60_000
const TAGS = /<[^<>]+>/g

const announcement = (stage: Stage, t: Translate, lang: Lang): string => {
  switch (stage.kind) {
    case 'line': {
      const minutes = waitText(stage.line, t)
      const pace = minutes ? `${t('wait.line.pace')} ${minutes.replaceAll(TAGS, '')}` : ''
      return `${t('wait.say.line', { number: numberText(stage.line.ahead + 1, lang) })} ${pace}`.trim()
    }
    case 'has_pass':
      return t('wait.say.turn')
    case 'sold_out':
      return `${t('wait.sold_out.title')}. ${t('wait.sold_out.text')}`
    case 'next':
      return t('wait.next.title')
    default:
      return ''
  }
}

/** Announces the place to screen readers: when the stage changes, else at most once a minute. */
export const LiveRegion = ({ waiting }: { readonly waiting: Waiting }) => {
  const { t, lang } = usePageContext()
  const region = useRef<HTMLParagraphElement>(null)
  const last = useRef({ kind: '', at: 0 })
  const { stage } = waiting
  useEffect(() => {
    const now = Date.now()
    const hasChanged = last.current.kind !== stage.kind
    if (!region.current || (!hasChanged && now - last.current.at < MIN_INTERVAL_MS)) return
    last.current = { kind: stage.kind, at: now }
    region.current.textContent = announcement(stage, t, lang)
  }, [stage, t, lang])
  return <p ref={region} className={parts.unseen} role="status" aria-live="polite" />
}
