import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Checkout } from './use-checkout.ts'

interface Props {
  readonly checkout: Pick<Checkout, 'moved'>
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The heading of a stage. Where the stage has replaced another one in the page, it has the focus: reading goes on there. */
export const StageHeading = ({ checkout, className, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrive = useEffectEvent(() => {
    if (checkout.moved) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => arrive(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
