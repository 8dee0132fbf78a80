import { useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { PassesView, PassView } from '../../state/order-state.ts'
import css from './passes-page.module.css'

const NOTE_MS = 4000

/** Sends the link of one ticket: with the system's dialog, else by WhatsApp; or copies it. */
export const ShareTicket = ({ pass, view }: { readonly pass: PassView; readonly view: PassesView }) => {
  const { t } = usePageContext()
  const [copied, setCopied] = useState(false)
  const text = t('pass.send_text', { event: view.event.name, day: view.day, url: pass.url })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(pass.url)
      setCopied(true)
      setTimeout(() => setCopied(false), NOTE_MS)
    } catch {
      // Without permission the link can still be sent.
    }
  }
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ text })
    } catch {
      // The dialog was closed.
    }
  }
  return (
    <div className={css.share}>
      {/* Without a script, or where the system has no dialog, the link leads to WhatsApp. */}
      <a
        className={`${parts.btn} ${parts.soft} ${parts.compact}`}
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(click) => {
          if (!('share' in navigator)) return
          click.preventDefault()
          void share()
        }}
      >
        <Icon name="send" />
        {t('pass.send')}
      </a>
      <button type="button" className={`${parts.btn} ${parts.neutral} ${parts.compact}`} onClick={() => void copy()}>
        <Icon name={copied ? 'check' : 'link'} />
        <span aria-live="polite">{t(copied ? 'pass.copied' : 'pass.copy')}</span>
      </button>
    </div>
  )
}
