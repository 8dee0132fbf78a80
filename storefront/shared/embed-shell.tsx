import type { ReactNode } from 'react'
import css from './embed-shell.module.css'
import { Icon } from './icon.tsx'
import { LegalLinks, type Seller, SoldBy } from './legal-foot.tsx'

interface Props {
  readonly children: ReactNode
  readonly back: { readonly href: string; readonly text: string } | undefined
  readonly strip: ReactNode
  readonly seller: Seller | undefined
}

/** The frame of an embedded page: the page and one line of the notices that the law requires. */
export const EmbedShell = ({ children, back, strip, seller }: Props) => (
  <>
    {strip}
    {back && (
      <a className={css.back} href={back.href}>
        <span className={css.backwards}>
          <Icon name="go" />
        </span>
        {back.text}
      </a>
    )}
    {children}
    <div className={css.line}>
      {seller && (
        <p>
          <SoldBy seller={seller} />
        </p>
      )}
      <LegalLinks />
    </div>
  </>
)
