import type { Form } from '@kartis/contract/forms.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { StickyActions, WideOnly } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconForms, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsForEvent } from '../../shared/form-made.ts'
import { CardLink } from '../../shared/card-link.tsx'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { useDeleteForm, useForms } from './form-queries.ts'
import style from './form-list.module.css'

/** The workspace's forms. */
export function FormListScreen() {
  const { t } = useTranslation('forms')
  const [page, setPage] = useState(1)
  const forms = useForms(page)
  const isForEvent = useIsForEvent()
  const any = (forms.data?.meta.total ?? 0) > 0
  const add = (
    <ButtonLink to="/forms/create" icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
      {any ? t('new') : t('empty.action')}
    </ButtonLink>
  )
  return (
    <Page>
      <PageHead action={any && <WideOnly>{add}</WideOnly>} />
      {any && isForEvent && (
        <div role="status" className={style.saved}>
          <Note state="good">{t('back_to_event')}</Note>
        </div>
      )}
      <WhenLoaded query={forms}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <EmptyState title={t('empty.title')} text={t('empty.text')} action={add} />
          ) : (
            <>
              <ul className={style.list}>
                {data.map((form) => (
                  <li key={form.uuid}>
                    <FormCard form={form} />
                  </li>
                ))}
              </ul>
              <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
            </>
          )
        }
      </WhenLoaded>
      {any && <StickyActions phoneOnly>{add}</StickyActions>}
    </Page>
  )
}

function FormCard({ form }: { readonly form: Form }) {
  const { t } = useTranslation('forms')
  const remove = useFormRemoval()
  const used = [
    form.events_count > 0 ? t('events', { count: form.events_count }) : t('unused'),
    ...(form.answers_count > 0 ? [t('answers', { count: form.answers_count })] : []),
  ]
  return (
    <article className={style.card}>
      <GlyphTile>
        <IconForms size={22} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div className={style.texts}>
        <h2>
          <CardLink path={`/forms/${form.uuid}`}>
            <UserText>{form.name}</UserText>
          </CardLink>
        </h2>
        <p>{`${t('fields', { count: form.fields.length })} · ${t(`per.${form.ask_per}`)}`}</p>
        <p>{used.join(' · ')}</p>
      </div>
      {form.can.edit && (
        <span className={style.action}>
          <IconButton bare label={t('delete.label', { name: form.name })} onClick={() => void remove(form)}>
            <IconTrash size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </span>
      )}
    </article>
  )
}

/** Deletes after a confirmation; a form used by an upcoming event stays, with an explanation. */
const useFormRemoval = () => {
  const { t } = useTranslation('forms')
  const deleting = useDeleteForm()
  return async ({ uuid, name, can }: Form) => {
    if (!can.delete) {
      await confirm({ title: t('delete.cannot', { name }), text: t('delete.cannot_text'), action: t('delete.ok') })
      return
    }
    const yes = await confirm({
      title: t('delete.title', { name }),
      text: t('delete.text'),
      action: t('delete.action'),
      danger: true,
    })
    if (yes) deleting.mutate(uuid, { onSuccess: () => showToast({ state: 'good', text: t('delete.done') }) })
  }
}
