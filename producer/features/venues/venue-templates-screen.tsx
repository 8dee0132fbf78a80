import type { VenueMap } from '@kartis/contract/venue-maps.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Button, IconButton } from '@kartis/ui/parts/button.tsx'
import { Note } from '@kartis/ui/parts/card.tsx'
import { Chip } from '@kartis/ui/parts/chip.tsx'
import { confirm } from '@kartis/ui/parts/confirm.ts'
import { EmptyState } from '@kartis/ui/parts/empty-state.tsx'
import { Page, Soft, Stack } from '@kartis/ui/parts/layout.tsx'
import { Pagination } from '@kartis/ui/parts/pagination.tsx'
import { Pieces } from '@kartis/ui/parts/pieces.tsx'
import { SearchBox } from '@kartis/ui/parts/search-box.tsx'
import { StickyActions, WideOnly } from '@kartis/ui/parts/sticky-actions.tsx'
import { showToast } from '@kartis/ui/parts/toast.ts'
import { useSearch } from '@kartis/ui/parts/use-search.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArmchair, IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { useTemplateCopy, useTemplateRemoval, useTemplates } from './template-queries.ts'
import style from './venue-list.module.css'

/** A search is worth its place once the list is longer than a screen. */
const SEARCH_FROM = 6
const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** Saved seating plans: named, tied to a venue, copied. They are drawn in the editor. */
export function VenueTemplatesScreen() {
  const { t } = useTranslation('venues')
  const [page, setPage] = useState(1)
  const search = useSearch()
  const templates = useTemplates(page, search)
  const [edited, setEdited] = useState<VenueMap | 'new'>()
  const searching = search.text !== ''
  const any = searching || (templates.data?.meta.total ?? 0) > 0
  const add = (
    <Button icon={<IconPlus {...ICON} />} onClick={() => setEdited('new')}>
      {any ? t('maps.new') : t('maps.empty.action')}
    </Button>
  )
  return (
    <Page>
      <PageHead action={any && <WideOnly>{add}</WideOnly>} />
      <Stack>
        {any && <Note>{t('maps.editor_coming')}</Note>}
        {(searching || (templates.data?.meta.total ?? 0) > SEARCH_FROM) && (
          <SearchBox search={search} label={t('maps.search')} />
        )}
        {search.asks !== 'nothing' && (
          <WhenLoaded query={templates}>
            {({ data, meta }) =>
              meta.total === 0 && !searching ? (
                <EmptyState title={t('maps.empty.title')} text={t('maps.empty.text')} action={add} />
              ) : (
                <>
                  {meta.total === 0 && <Soft role="status">{t('maps.nothing')}</Soft>}
                  <ul className={style.list}>
                    {data.map((template) => (
                      <li key={template.uuid}>
                        <TemplateCard template={template} onEdit={() => setEdited(template)} />
                      </li>
                    ))}
                  </ul>
                  <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
                </>
              )
            }
          </WhenLoaded>
        )}
      </Stack>
      {any && <StickyActions phoneOnly>{add}</StickyActions>}
      <TemplateDialog
        open={edited !== undefined}
        template={edited === 'new' ? undefined : edited}
        onClose={() => setEdited(undefined)}
      />
    </Page>
  )
}

const STATES = { draft: 'quiet', published: 'good', changed: 'warn' } as const

function TemplateCard({ template, onEdit }: { readonly template: VenueMap; readonly onEdit: () => void }) {
  const { t } = useTranslation('venues')
  const lang = useLang()
  const copying = useTemplateCopy()
  const removal = useTemplateRemoval()
  const { name, uuid } = template
  const copy = () =>
    copying.mutate(uuid, { onSuccess: () => showToast({ state: 'good', text: t('maps.copied', { name }) }) })
  const remove = async () => {
    const yes = await confirm({
      title: t('remove_ask.title', { name }),
      text: t('maps.remove_text'),
      action: t('remove_ask.action'),
      danger: true,
    })
    if (yes) removal.mutate(uuid, { onSuccess: () => showToast({ state: 'good', text: t('maps.removed') }) })
  }
  return (
    <article className={style.card}>
      <span className={style.glyph}>
        <IconArmchair size={22} stroke={1.75} aria-hidden />
      </span>
      <div className={style.words}>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p>{template.venue === null ? t('maps.no_venue') : <bdi>{template.venue.name}</bdi>}</p>
        <p>
          <Pieces
            pieces={[
              template.capacity > 0 ? t('maps.places', { count: template.capacity }) : t('maps.not_drawn'),
              t('maps.changed_on', { day: dayText(template.updated_at, lang) }),
            ]}
          />
        </p>
      </div>
      <div className={style.foot}>
        <Chip state={STATES[template.status]}>{t(`maps.status.${template.status}`)}</Chip>
        <span className={style.actions}>
          <IconButton bare label={t('edit_label', { name })} onClick={onEdit}>
            <IconPencil {...ICON} />
          </IconButton>
          <IconButton bare label={t('maps.copy_label', { name })} disabled={copying.isPending} onClick={copy}>
            <IconCopy {...ICON} />
          </IconButton>
          <IconButton bare label={t('remove_label', { name })} onClick={() => void remove()}>
            <IconTrash {...ICON} />
          </IconButton>
        </span>
      </div>
    </article>
  )
}
