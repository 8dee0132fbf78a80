import { UPLOAD } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { FieldMessage } from '@kartis/ui/components/field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconFileCheck, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './ownership-file.module.css'

const MEGABYTE = 1024 * 1024

/** Message key of why a file is not accepted, or undefined. The server also checks the content. */
export const fileError = (file: Pick<File, 'name' | 'size'>): 'file.wrong_kind' | 'file.too_large' | undefined => {
  if (!/\.(?:pdf|jpe?g|png|hei[cf])$/iu.test(file.name)) return 'file.wrong_kind'
  return file.size > UPLOAD.maxBytes ? 'file.too_large' : undefined
}

export interface OwnershipFileProps {
  /** Name of the current file. */
  readonly name: string | undefined
  readonly onFile: (file: File) => void
  readonly hint?: ReactNode
  readonly busy?: boolean
}

/** Upload of the bank's confirmation of account ownership: choose, show and replace a file. */
export function OwnershipFile({ name, onFile, hint, busy = false }: OwnershipFileProps) {
  const { t } = useTranslation('signup')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<ReturnType<typeof fileError>>()
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = '' // allows the same file to be chosen again
    if (!file) return
    const wrong = fileError(file)
    setError(wrong)
    if (!wrong) onFile(file)
  }
  return (
    <div className={style.field}>
      <span className={style.label} id={`${id}-label`}>
        {t('file.label')}
      </span>
      <div className={style.box} data-full={name !== undefined || undefined}>
        {name !== undefined && (
          <span className={style.name}>
            <IconFileCheck size={22} stroke={1.75} aria-hidden />
            <UserText>{name}</UserText>
          </span>
        )}
        <Button
          look={name === undefined ? 'line' : 'bare'}
          icon={name === undefined && <IconUpload size={20} stroke={1.75} aria-hidden />}
          onClick={() => input.current?.click()}
          busy={busy}
          busyText={t('file.busy')}
          aria-describedby={`${id}-label ${id}-message`}
        >
          {name === undefined ? t('file.choose') : t('file.change')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".pdf,.jpg,.jpeg"
          className="visually-hidden"
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          onChange={({ target }) => take(target.files?.[0])}
        />
      </div>
      <FieldMessage
        id={`${id}-message`}
        hint={hint ?? t('file.hint')}
        error={error && t(error, { megabytes: UPLOAD.maxBytes / MEGABYTE })}
      />
    </div>
  )
}
