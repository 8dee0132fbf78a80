import { type ButtonLook, buttonClass, iconButtonClass } from '@kartis/ui/components/button.tsx'
import { createLink, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '@kartis/ui/class-names.ts'

/** A link to a path from data. Typed routes use Link, ButtonLink or IconLink. */
export function PathLink({
  path,
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { readonly path: string }) {
  const router = useRouter()
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    router.history.push(path)
  }
  return (
    <a {...rest} href={path} onClick={go}>
      {children}
    </a>
  )
}

type LookLinkProps = ButtonLook & Omit<ComponentProps<'a'>, 'size'> & { readonly icon?: ReactNode }

function LookLink({ look, size, full, icon, children, className, ...rest }: LookLinkProps) {
  return (
    <a {...rest} className={classNames(buttonClass({ look, size, full }), className)}>
      {icon}
      {children}
    </a>
  )
}

/** A typed link that looks like a button: `<ButtonLink to="/create-event" look="main" icon={…}>`. */
export const ButtonLink = createLink(LookLink)

function RoundLink({
  label,
  bare = false,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'aria-label'> & { readonly label: string; readonly bare?: boolean }) {
  return (
    <a {...rest} className={iconButtonClass(bare)} aria-label={label} title={label}>
      {children}
    </a>
  )
}

/** A typed link that looks like a round icon button. */
export const IconLink = createLink(RoundLink)
