import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { linkAddress } from './link-address.ts'

interface LinkDialogProps {
  readonly editor: Editor
  readonly open: boolean
  readonly onClose: () => void
}

/** Rendered in a portal outside the wizard's form: Enter adds the link and does not submit the step. */
export function LinkDialog({ editor, open, onClose }: LinkDialogProps) {
  const { t } = useTranslation('wizard')
  return createPortal(
    <Dialog open={open} onClose={onClose} title={t('description.link_title')}>
      <LinkForm editor={editor} onClose={onClose} />
    </Dialog>,
    document.body,
  )
}

function LinkForm({ editor, onClose }: Omit<LinkDialogProps, 'open'>) {
  const { t } = useTranslation('wizard')
  const before = String(editor.getAttributes('link')['href'] ?? '')
  const [typed, setTyped] = useState(before)
  const [wrong, setWrong] = useState(false)
  const address = linkAddress(typed)
  const close = () => {
    onClose()
    setTimeout(() => editor.commands.focus(), 0)
  }
  const save = () => {
    if (address === undefined) return setWrong(true)
    const { empty } = editor.state.selection
    const chain = editor.chain()
    if (empty && before === '') {
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href: address } }] })
    } else chain.extendMarkRange('link').setLink({ href: address })
    chain.run()
    return close()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation() // React events of a portal bubble to the form that opened it
        save()
      }}
      style={{ display: 'grid', gap: 'var(--s5)' }}
    >
      <TextField
        label={t('description.link_address')}
        hint={t('description.link_hint')}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        value={typed}
        error={wrong && address === undefined ? t('description.link_wrong') : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 'var(--s3)' }}>
        <Button type="submit">{t('description.link_save')}</Button>
        {before !== '' && (
          <Button
            look="line"
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetLink().run()
              close()
            }}
          >
            {t('description.unlink')}
          </Button>
        )}
      </div>
    </form>
  )
}
