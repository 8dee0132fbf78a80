import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './section-view.module.css'
import type { Hall } from './use-hall.ts'

interface Props {
  readonly hall: Hall
  /** The key of a section in the document. */
  readonly section: string
  /** Only its caption is shown until it is opened. */
  readonly isFolded?: boolean
}

/** What is seen of the stage from a section, where the producer has a picture of it. */
export const SectionView = ({ hall, section: id, isFolded = false }: Props) => {
  const { t } = usePageContext()
  const section = hall.sale.scene.document.sections.find((each) => each.id === id)
  if (!section?.view) return null
  const text = t('sale.seats.view_from', { section: section.name })
  const picture = (
    <img src={`/files/${section.view}?w=640`} alt={text} width={640} height={360} loading="lazy" decoding="async" />
  )
  if (isFolded)
    return (
      <details className={css.view}>
        <summary>{text}</summary>
        {picture}
      </details>
    )
  return (
    <figure className={css.view}>
      {picture}
      <figcaption className={`${parts.small} ${parts.quiet}`} aria-hidden="true">
        {text}
      </figcaption>
    </figure>
  )
}
