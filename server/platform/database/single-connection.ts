import { Client, type ClientConfig } from 'pg'

/**
 * Runs `act` on a connection of its own and closes it. A connection that breaks fails the statement under way; without a
 * listener its `error` event would end the process.
 */
export const withConnection = async <T>(
  url: string,
  act: (client: Client) => Promise<T>,
  config: ClientConfig = {},
): Promise<T> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...config })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await act(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
