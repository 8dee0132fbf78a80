import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { dismissToast, type Toast, TOAST_COLLAPSE_MS, TOAST_MS, toasts } from './toast.ts'
import style from './toasts.module.css'

/** Renders the toasts at the top, above open dialogs too. Mounted once, near the root. */
export function Toasts() {
  const shown = toasts.use()
  const place = useRef<HTMLDivElement>(null)
  const newest = shown.at(-1)?.id
  useEffect(() => {
    const element = place.current
    if (!element) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (newest !== undefined) element.showPopover() // shown again, so that it is above a dialog opened since
  }, [newest])
  return (
    <div ref={place} popover="manual" className={style.place}>
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

const ICONS = { good: IconCircleCheck, bad: IconAlertTriangle, info: IconInfoCircle }

function OneToast({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation('components')
  const [held, setHeld] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const Icon = ICONS[toast.state]
  useEffect(() => {
    if (held) return undefined
    const leave = setTimeout(() => setLeaving(true), TOAST_MS)
    const drop = setTimeout(() => dismissToast(toast.id), TOAST_MS + TOAST_COLLAPSE_MS)
    return () => {
      clearTimeout(leave)
      clearTimeout(drop)
    }
  }, [held, toast.id])
  const hold = (on: boolean) => () => {
    setHeld(on)
    if (on) setLeaving(false)
  }
  return (
    <div
      className={style.toast}
      data-state={toast.state}
      data-leaving={leaving || undefined}
      role={toast.state === 'bad' ? 'alert' : 'status'}
      onMouseEnter={hold(true)}
      onMouseLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={style.text}>
        {toast.title !== undefined && <b>{toast.title}</b>}
        <Unbroken text={toast.text} />
        {toast.links !== undefined && toast.links.length > 0 && (
          <span className={style.links}>
            {toast.links.map(({ href, text }) => (
              <a key={href} href={href}>
                <bdi dir="ltr">{text}</bdi>
              </a>
            ))}
          </span>
        )}
      </div>
      <IconButton bare label={t('close')} onClick={() => dismissToast(toast.id)}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </div>
  )
}

/** What is isolated left to right, a phone number above all, stays on one line. */
function Unbroken({ text }: { readonly text: string }) {
  return text.split(/(\u2066[^\u2066\u2069]*\u2069)/u).map((part, index) =>
    part.startsWith('\u2066') ? (
      <bdi key={index} dir="ltr" className={style.unbroken}>
        {part.slice(1, -1)}
      </bdi>
    ) : (
      part
    ),
  )
}
