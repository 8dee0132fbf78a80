import { Icon } from './icon.tsx'
import { usePageContext } from './page-context.tsx'
import parts from './parts.module.css'
import { linkTo, Rich } from './rich.tsx'

/** On the event page: the organiser's name, phone and e-mail. */
export const ORGANISER_ID = 'organiser'

interface Props {
  readonly text: string
  /** Of the event whose organiser is the way out for whoever has no such phone; empty on its own page. */
  readonly slug: string
}

/**
 * Says that an Israeli mobile number is needed, before anything is chosen or typed: plainly to readers of English and Arabic,
 * who may have none; in Hebrew as a quiet line.
 */
export const PhoneNote = ({ text, slug }: Props) => {
  const { lang } = usePageContext()
  const link = slug ? linkTo(`/order/${slug}#${ORGANISER_ID}`, '_blank') : linkTo(`#${ORGANISER_ID}`)
  const sentence = <Rich text={text} parts={{ a: link }} />
  return lang === 'he' ? (
    <p className={`${parts.small} ${parts.quiet}`}>{sentence}</p>
  ) : (
    <p className={`${parts.note} ${parts.info}`}>
      <Icon name="phone" />
      <span>{sentence}</span>
    </p>
  )
}
