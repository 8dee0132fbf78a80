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

/** One seal, one heading, one sentence, one way on: never a dead end. */
export const MessagePage = ({ icon, title, text, go }: Props) => (
  <Shell>
    <main id="main" className={`${parts.narrow} ${page.main}`}>
      <section className={`${parts.state} ${page.alone}`}>
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
