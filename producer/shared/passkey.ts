import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Loaded when a passkey is used: few people have one. */
const webauthn = () => import('@simplewebauthn/browser')

/** The options of a challenge. They come from the server, which makes them for exactly one of the calls below. */
type Options = Readonly<Record<string, unknown>>

/** Whether this browser has passkeys; over plain http it has none. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Asks the browser for a new passkey. Rejects when the person cancels, or the device has one for this user already. */
export const createPasskey = async (options: Options) => {
  const { startRegistration } = await webauthn()
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  return { ...response, clientExtensionResults: { ...response.clientExtensionResults } }
}

/** Asks the browser to sign a challenge with a passkey. Rejects when the person cancels. */
export const signWithPasskey = async (options: Options) => {
  const { startAuthentication } = await webauthn()
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  })
  return { ...response, clientExtensionResults: { ...response.clientExtensionResults } }
}

/** The device has a passkey of this user already. */
export const isKnownDevice = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'
