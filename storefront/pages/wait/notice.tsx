import { Icon } from '../../shared/icon.tsx'
import type { IconName } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import type { MessageKey } from '../../shared/translator.ts'

type Kind = 'loading' | 'sold_out' | 'other_device' | 'next' | 'left'

const MESSAGE_KEYS: Readonly<Record<Kind, readonly [title: MessageKey, text: MessageKey]>> = {
  loading: ['wait.loading.title', 'wait.loading.text'],
  sold_out: ['wait.sold_out.title', 'wait.sold_out.text'],
  other_device: ['wait.elsewhere.title', 'wait.elsewhere.text'],
  next: ['wait.next.title', 'wait.next.text'],
  left: ['wait.leave.done_title', 'wait.leave.done_text'],
}

interface Props {
  readonly kind: Kind
  readonly icon: IconName
  readonly turning?: boolean
  readonly note?: string
  readonly go?: string
  readonly goText?: MessageKey
  readonly onGo?: () => void
}

/** An icon, a heading, a sentence and a link or button. */
export const Notice = ({ kind, icon, turning = false, note, go, goText = 'wait.sold_out.others', onGo }: Props) => {
  const { t } = usePageContext()
  const [title, text] = MESSAGE_KEYS[kind]
  return (
    <section className={`${parts.state} ${page.notice}`}>
      <span className={parts.seal}>
        <Icon name={icon} turning={turning} />
      </span>
      <h2 className={page.heading}>{t(title)}</h2>
      <p className={parts.quiet}>{t(text)}</p>
      {note && <p className={`${parts.small} ${parts.quiet}`}>{note}</p>}
      {go && (
        <a className={`${parts.btn} ${parts.soft}`} href={go}>
          {t(goText)}
        </a>
      )}
      {onGo && (
        <button type="button" className={`${parts.btn} ${parts.soft}`} onClick={onGo}>
          {t('wait.leave.again')}
        </button>
      )}
    </section>
  )
}
