import type { MapTemplate } from '@kartis/contract/venue-maps.ts'

/** The published seat maps of the workspace, by the names of their venues. */
export const SEAT_MAPS: readonly { readonly name: string; readonly venue: string; readonly template: MapTemplate }[] = [
  { name: 'האולם הגדול', venue: 'תיאטרון הפארק', template: 'theatre' },
  { name: 'פרטר ויציע', venue: 'היכל הצליל', template: 'concert_hall' },
  { name: 'אצטדיון מלא', venue: 'אצטדיון הנחל', template: 'stadium' },
  { name: 'הופעה על הדשא', venue: 'פארק המעיין', template: 'park' },
]
