/** Where the seats of an event are chosen. */
export const seatsAt = (event: { readonly uuid: string; readonly slug: string }): string =>
  `/order/${event.slug || event.uuid}/seats`
