import type { ReactNode } from 'react'
import style from './order-details.module.css'

/** A titled section of the order dialog. */
export function Part({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <section className={style.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
