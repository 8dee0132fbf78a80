import { type Kysely, sql } from 'kysely'

/** Renames the tables of the box office: registers, their shifts, their sales. No rows are rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table pos_devices rename to registers`.execute(db)
  await sql`alter index pos_devices_pkey rename to registers_pkey`.execute(db)
  await sql`alter index pos_devices_account rename to registers_account`.execute(db)
  await sql`alter table registers rename constraint pos_devices_service_check to registers_service_check`.execute(db)
  await sql`alter table registers rename constraint pos_devices_account_id_fkey to registers_account_id_fkey`.execute(
    db,
  )

  await sql`alter table pos_shifts rename to register_shifts`.execute(db)
  await sql`alter table register_shifts rename column device_id to register_id`.execute(db)
  await sql`alter index pos_shifts_pkey rename to register_shifts_pkey`.execute(db)
  await sql`alter index pos_shifts_open rename to register_shifts_open`.execute(db)
  await sql`alter index pos_shifts_account rename to register_shifts_account`.execute(db)
  await sql`alter index pos_shifts_device_id_number_key rename to register_shifts_register_id_number_key`.execute(db)
  for (const column of ['opening_cash', 'counted_cash'])
    await sql`
      alter table register_shifts rename constraint ${sql.ref(`pos_shifts_${column}_check`)}
      to ${sql.ref(`register_shifts_${column}_check`)}`.execute(db)
  await sql`
    alter table register_shifts
    rename constraint pos_shifts_device_id_fkey to register_shifts_register_id_fkey`.execute(db)

  await sql`alter table pos_sales rename to box_office_sales`.execute(db)
  await sql`alter table box_office_sales rename column device_id to register_id`.execute(db)
  await sql`alter index pos_sales_pkey rename to box_office_sales_pkey`.execute(db)
  await sql`alter index pos_sales_shift rename to box_office_sales_shift`.execute(db)
  await sql`alter index pos_sales_order rename to box_office_sales_order`.execute(db)
  await sql`
    alter table box_office_sales
    rename constraint pos_sales_method_check to box_office_sales_method_check`.execute(db)
}
