/**
 * The row types of every table: snake_case, money as integer agorot, instants as Date. Each module merges its own tables
 * into it from its `tables.ts`; a test compares the result with the migrated database.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- merged from the modules
export interface Database {}
