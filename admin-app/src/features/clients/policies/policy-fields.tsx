import type { ClientRecord } from '@agency/contract/clients'
import {
  clientPays,
  type PolicyStatus,
  policyLineNames,
  policyLines,
  policyStatuses,
  premiumModes,
  readAmount,
} from '@agency/contract/policy-terms'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { adminsQuery, fullName } from '../../../shared/admin-queries'
import { Field } from '../../../shared/controls/field'
import { DateField } from '../../../shared/dates/date-field'
import { isDate, readDate } from '../../../shared/dates/date-text'
import { today } from '../../../shared/dates/today'
import { CarrierField } from './carrier-field'
import { CoveredField } from './covered-field'
import styles from './policies.module.css'
import { labelOf, type PolicyDraft } from './policy-draft'
import { policyDocumentsQuery } from './policy-queries'
import { modeNames, money, statusNames } from './policy-text'

interface PolicyFieldsProps {
  readonly form: UseFormReturn<PolicyDraft>
  readonly client: ClientRecord
  /** Whether the person may see and write numbers. */
  readonly maySee: boolean
  /** The status that the policy has; undefined for a new one. */
  readonly status?: PolicyStatus
}

type TextName = 'product' | 'number' | 'member_id' | 'application_id' | 'writing_agent' | 'agent_of_record'
type DateName = 'submitted_date' | 'effective_date' | 'term_date' | 'renewal_date' | 'binder_paid_date'

/** The fields of a policy, as its dialog shows them. */
export function PolicyFields({ form, client, maySee, status }: PolicyFieldsProps) {
  const { register, control, watch, setValue, formState } = form
  const { errors } = formState
  const text = (name: TextName, { list, disabled = false }: { list?: string; disabled?: boolean } = {}) => (
    <Field label={labelOf(name)} error={errors[name]?.message}>
      {(ties) => (
        <input
          {...ties}
          maxLength={name === 'product' ? 200 : 100}
          autoComplete="off"
          list={list}
          readOnly={disabled}
          {...register(name)}
        />
      )}
    </Field>
  )
  const date = (name: DateName, hint?: string) => (
    <DateField control={control} name={name} label={labelOf(name)} {...(hint !== undefined && { hint })} />
  )
  const isBefore = (name: DateName) => isReversed(watch('effective_date'), watch(name))
  return (
    <>
      <div className="field-grid">
        <CarrierField
          value={watch('carrier_id')}
          error={errors.carrier_id?.message}
          inputRef={register('carrier_id').ref}
          onChange={(id) => {
            form.clearErrors('carrier_id')
            setValue('carrier_id', id, { shouldDirty: true })
          }}
        />
        <Field label={labelOf('line')} error={errors.line?.message}>
          {(ties) => (
            <select {...ties} {...register('line')}>
              {watch('line') === '' && <option value="">Choose a line</option>}
              {policyLines.map((line) => (
                <option key={line} value={line}>
                  {policyLineNames[line]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {text('product')}
        {text('application_id')}
        {text('number', { disabled: !maySee })}
        {text('member_id', { disabled: !maySee })}
      </div>
      {!maySee && (
        <p className="field-hint">Your access level does not allow changing the policy number or the member ID.</p>
      )}
      <StatusFields form={form} status={status} />
      <fieldset className={styles.group}>
        <legend>Dates</legend>
        <div className="field-grid">
          {date('submitted_date')}
          {date('effective_date')}
          {date(
            'renewal_date',
            isBefore('renewal_date')
              ? 'It renews before it begins: please check.'
              : 'Lists of policies that are due go by this day',
          )}
          {date(
            'term_date',
            isBefore('term_date') ? 'It ends before it begins: please check.' : 'The last day of the policy',
          )}
        </div>
      </fieldset>
      <PremiumFields form={form}>{date('binder_paid_date')}</PremiumFields>
      <CoveredField form={form} client={client} />
      <fieldset className={styles.group}>
        <legend>Agents</legend>
        <div className="field-grid">
          {text('writing_agent', { list: 'policy-agents' })}
          {text('agent_of_record', { list: 'policy-agents' })}
        </div>
        <Agents />
      </fieldset>
      <Documents form={form} clientId={client.id} />
      <Field label={labelOf('notes')} error={errors.notes?.message}>
        {(ties) => <textarea {...ties} rows={3} maxLength={10_000} {...register('notes')} />}
      </Field>
    </>
  )
}

/** Whether two typed days stand in the wrong order, as those of a policy that was cancelled before its first day do. */
export const isReversed = (from: string, to: string): boolean =>
  isDate(readDate(from)) && isDate(readDate(to)) && readDate(to) < readDate(from)

/** Another status begins today, without the reason of the former one, until something else is typed. */
function StatusFields({
  form,
  status,
}: Pick<PolicyFieldsProps, 'status'> & { readonly form: PolicyFieldsProps['form'] }) {
  const { register, setValue, control, formState, watch } = form
  const { errors } = formState
  const isAhead = isReversed(watch('status_date'), today())
  return (
    <fieldset className={styles.group}>
      <legend>Status and reason</legend>
      <div className="field-grid">
        <Field label={labelOf('status')} error={errors.status?.message}>
          {(ties) => (
            <select
              {...ties}
              {...register('status', {
                onChange: ({ target }) => {
                  if (status === undefined) return
                  const { status_date = '', status_reason = '' } = formState.defaultValues ?? {}
                  const isFormer = target.value === status
                  setValue('status_date', isFormer ? status_date : today(), { shouldDirty: true })
                  setValue('status_reason', isFormer ? status_reason : '', { shouldDirty: true })
                },
              })}
            >
              {policyStatuses.map((name) => (
                <option key={name} value={name}>
                  {statusNames[name]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <DateField
          control={control}
          name="status_date"
          label={labelOf('status_date')}
          {...(isAhead && { hint: 'It is in the future, and the status holds from now on: please check.' })}
        />
      </div>
      <Field label={labelOf('status_reason')} error={errors.status_reason?.message}>
        {(ties) => <input {...ties} maxLength={1_000} autoComplete="off" {...register('status_reason')} />}
      </Field>
    </fieldset>
  )
}

const amountProblem = (text: string): string | true =>
  text.trim() === '' || readAmount(text) !== undefined || 'Enter an amount, such as 412.50'

function PremiumFields({
  form,
  children,
}: {
  readonly form: PolicyFieldsProps['form']
  readonly children: React.ReactNode
}) {
  const { register, formState, watch } = form
  const [premium = null, subsidy = null, net = null] = watch(['premium', 'subsidy', 'net_premium']).map(readAmount)
  const isMore = Number(subsidy) > Number(premium ?? Number.NaN)
  const rest = clientPays({ premium, subsidy, net_premium: null })
  const isOther = net !== null && rest !== null && net !== rest
  const amount = (name: 'premium' | 'subsidy' | 'net_premium', hint?: string) => (
    <Field label={labelOf(name)} hint={hint} error={formState.errors[name]?.message}>
      {(ties) => (
        <input
          {...ties}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          {...register(name, { validate: amountProblem })}
        />
      )}
    </Field>
  )
  return (
    <fieldset className={styles.group}>
      <legend>Premium and payment</legend>
      <div className="field-grid">
        {amount('premium')}
        {amount('subsidy', isMore ? 'It is more than the premium: please check.' : undefined)}
        {amount(
          'net_premium',
          isOther
            ? `The premium less the subsidy is ${money(rest)}: please check.`
            : 'Without it: the premium less the subsidy',
        )}
        <Field label={labelOf('mode')}>
          {(ties) => (
            <select {...ties} {...register('mode')}>
              <option value="">Not known</option>
              {premiumModes.map((name) => (
                <option key={name} value={name}>
                  {modeNames[name]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {children}
      </div>
    </fieldset>
  )
}

/** The names of staff, as suggestions: agents of other agencies are typed. */
function Agents() {
  const { data: admins = [] } = useQuery(adminsQuery)
  return (
    <datalist id="policy-agents">
      {admins.map((admin) => (
        <option key={admin.id} value={fullName(admin) || admin.username} />
      ))}
    </datalist>
  )
}

function Documents({ form, clientId }: { readonly form: PolicyFieldsProps['form']; readonly clientId: string }) {
  const { data: documents = [] } = useQuery(policyDocumentsQuery(clientId))
  const chosen = form.watch('document_ids')
  if (documents.length === 0) return null
  const toggle = (id: string) => {
    const ids = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
    form.setValue('document_ids', ids.toSorted(), { shouldDirty: true })
  }
  return (
    <fieldset className={styles.group}>
      <legend>Documents</legend>
      {documents.map(({ id, file_name }) => (
        <label key={id} className="choice">
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} /> {file_name}
        </label>
      ))}
    </fieldset>
  )
}
