// First, so that the styles of components come after it.
import '../../shared/base.css'
import { Icon } from '../../shared/icon.tsx'
import type { IconName } from '../../shared/icon.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Shell } from '../../shared/shell.tsx'

interface Props {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly go: { readonly href: string; readonly text: string }
}

/** An icon, a heading, a sentence and a link: never a dead end. */
export const MessagePage = ({ icon, title, text, go }: Props) => (
  <Shell>
    <main id="main" className={`${parts.narrow} ${page.main}`}>
      <section className={`${parts.state} ${page.notice}`}>
        <span className={parts.seal}>
          <Icon name={icon} />
        </span>
        <h1 className={page.heading}>{title}</h1>
        <p className={parts.quiet}>{text}</p>
        <a className={parts.btn} href={go.href}>
          {go.text}
        </a>
      </section>
    </main>
  </Shell>
)
