import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import parts from './parts.module.css'

/** Why something was refused. It comes into view by itself: the button may have been pressed far from it. */
export const RefusalNote = ({ text }: { readonly text: string }) => {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text) note.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  if (!text) return null
  return (
    <p ref={note} className={`${parts.note} ${parts.bad}`} role="alert">
      <Icon name="warn" />
      <span>{text}</span>
    </p>
  )
}
