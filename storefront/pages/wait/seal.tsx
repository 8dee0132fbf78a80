import { Icon } from '../../shared/icon.tsx'
import type { IconName } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import type { Word } from '../../shared/messages.ts'

type Kind = 'loading' | 'sold_out' | 'elsewhere' | 'next' | 'left'

const WORDS: Readonly<Record<Kind, readonly [title: Word, text: Word]>> = {
  loading: ['wait.loading.title', 'wait.loading.text'],
  sold_out: ['wait.sold_out.title', 'wait.sold_out.text'],
  elsewhere: ['wait.elsewhere.title', 'wait.elsewhere.text'],
  next: ['wait.next.title', 'wait.next.text'],
  left: ['wait.leave.done_title', 'wait.leave.done_text'],
}

interface Props {
  readonly kind: Kind
  readonly icon: IconName
  readonly turning?: boolean
  readonly note?: string
  readonly go?: string
  readonly onGo?: () => void
}

/** One seal, one heading, one sentence, one way on. */
export const Seal = ({ kind, icon, turning = false, note, go, onGo }: Props) => {
  const { say } = usePage()
  const [title, text] = WORDS[kind]
  return (
    <section className={`${parts.state} ${page.alone}`}>
      <span className={parts.seal}>
        <Icon name={icon} turning={turning} />
      </span>
      <h2 className={page.heading}>{say(title)}</h2>
      <p className={parts.quiet}>{say(text)}</p>
      {note && <p className={`${parts.small} ${parts.quiet}`}>{note}</p>}
      {go && (
        <a className={`${parts.btn} ${parts.soft}`} href={go}>
          {say('wait.sold_out.others')}
        </a>
      )}
      {onGo && (
        <button type="button" className={`${parts.btn} ${parts.soft}`} onClick={onGo}>
          {say('wait.leave.again')}
        </button>
      )}
    </section>
  )
}
