import { type ButtonLook, Button } from '@kartis/ui/components/button.tsx'
import { type ReactNode, useRef } from 'react'

interface FileButtonProps extends ButtonLook {
  readonly children: ReactNode
  readonly icon?: ReactNode
  readonly label?: string
  /** Kinds of files, as in the `accept` of an input; images by default. */
  readonly accept?: string
  readonly disabled?: boolean
  readonly onFile: (file: File) => void
}

/** A button that opens a file picker. The same file can be chosen again. */
export function FileButton({ children, label, accept = 'image/*', onFile, ...look }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...look} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
