/**
 * The rows of every table as PostgreSQL keeps them: snake_case, agorot as integers, instants as Date. Each module adds
 * its own tables here from its `tables.ts`; a test compares the sum with the migrated database.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- merged from the modules
export interface Database {}
