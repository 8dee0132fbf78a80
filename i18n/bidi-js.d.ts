/** The Unicode bidirectional algorithm, for tests of what a reader sees. */
declare module 'bidi-js' {
  interface Bidi {
    readonly getEmbeddingLevels: (text: string) => { readonly levels: Uint8Array }
    readonly getReorderedIndices: (text: string, levels: { readonly levels: Uint8Array }) => number[]
  }
  export default function bidiFactory(): Bidi
}
