import { useState, useSyncExternalStore } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { PassesView, PassView } from '../../state/order-state.ts'
import css from './passes-page.module.css'

const NOTE_MS = 4000

const subscribeNever = () => () => undefined
const hasDialog = (): boolean => 'share' in navigator

interface ShareLinkProps {
  readonly url: string
  /** The message with the link in it. */
  readonly text: string
  /** Of an e-mail. */
  readonly subject: string
  /** What the button says. */
  readonly label: string
}

/** Sends a link: with the system's dialog, else by WhatsApp or e-mail; or copies it. */
export const ShareLink = ({ url, text, subject, label }: ShareLinkProps) => {
  const { t } = usePageContext()
  const [copied, setCopied] = useState(false)
  const canShare = useSyncExternalStore(subscribeNever, hasDialog, () => false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
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
  const button = `${parts.btn} ${parts.neutral} ${parts.compact}`
  const copyButton = (
    <button type="button" className={button} onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'link'} />
      <span aria-live="polite">{t(copied ? 'pass.copied' : 'pass.copy')}</span>
    </button>
  )
  if (canShare)
    return (
      <div className={css.share}>
        <button type="button" className={`${parts.btn} ${parts.soft} ${parts.compact}`} onClick={() => void share()}>
          <Icon name="send" />
          {label}
        </button>
        {copyButton}
      </div>
    )
  return (
    <div className={css.share} role="group" aria-label={label}>
      <p className={`${parts.small} ${parts.quiet}`}>{label}</p>
      <a
        className={button}
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="chat" />
        {t('pass.send_whatsapp')}
      </a>
      <a className={button} href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}>
        <Icon name="mail" />
        {t('pass.send_email')}
      </a>
      {copyButton}
    </div>
  )
}

/** Sends the link of one ticket, whose code lets anybody in who has it. */
export const ShareTicket = ({ pass, view }: { readonly pass: PassView; readonly view: PassesView }) => {
  const { t } = usePageContext()
  const text = t('pass.send_text', { event: view.event.name, day: view.day, url: pass.url })
  return <ShareLink url={pass.url} text={text} subject={view.event.name} label={t('pass.send')} />
}
