import { both, type DescribedCalls, staff, upload } from './described-call.ts'

/** The library of templates, presets, and the documents of a session. */
export const formCalls: DescribedCalls = {
  listGlobalForms: { who: staff, path: () => '/global-forms' },
  createGlobalForm: { who: staff, path: () => '/global-forms', form: upload('file', { title: 'X', type: 'PDF' }) },
  updateGlobalForm: {
    who: staff,
    path: (_side, { form }) => `/global-forms/${form.id}`,
    body: () => ({ title: 'Intruder' }),
  },
  getGlobalFormFields: { who: staff, path: (_side, { form }) => `/global-forms/${form.id}/fields` },
  proposeGlobalFormFields: { who: staff, path: (_side, { form }) => `/global-forms/${form.id}/proposed-fields` },
  updateGlobalFormFields: {
    who: staff,
    path: (_side, { form }) => `/global-forms/${form.id}/fields`,
    body: (_side, { field }) => ({ fields: [{ ...field, label: 'Intruder' }] }),
  },
  downloadGlobalForm: { who: staff, path: (_side, { form }) => `/global-forms/${form.id}/file` },
  getGlobalFormUses: { who: staff, path: (_side, { form }) => `/global-forms/${form.id}/uses` },
  replaceGlobalFormPdf: {
    who: staff,
    path: (_side, { form }) => `/global-forms/${form.id}/file`,
    form: upload('file', {}),
  },
  copyPdf: { who: staff, path: () => '/pdf-copies', form: upload('file', {}) },
  acceptGlobalFormLosses: {
    who: staff,
    path: (_side, { form }) => `/global-forms/${form.id}/pdf-refusal/accept`,
    body: () => ({ accept_loss: ['look'] }),
    // Nothing was refused there.
    exceptions: { done: 409 },
  },
  dismissPdfRefusal: { who: staff, path: (_side, { form }) => `/global-forms/${form.id}/pdf-refusal` },
  deleteGlobalForm: { who: staff, path: (_side, { unusedForm }) => `/global-forms/${unusedForm.id}` },
  syncTemplates: { who: staff, path: () => '/docusign/sync-templates' },
  listSessionForms: { who: both, path: ({ session }) => `/sessionforms/session/${session.id}` },
  orderSessionForms: {
    who: staff,
    path: ({ session }) => `/sessionforms/session/${session.id}/order`,
    body: ({ forms }) => ({ ids: Object.values(forms).reverse() }),
  },
  attachForm: {
    who: staff,
    path: () => '/sessionforms',
    body: ({ session }, { form }) => ({ session_id: session.id, form_id: form.id }),
  },
  listFormPresets: { who: staff, path: () => '/form-presets' },
  createFormPreset: {
    who: staff,
    path: () => '/form-presets',
    body: (_side, { form }) => ({ name: 'Intruder', session_type: null, form_ids: [form.id] }),
  },
  updateFormPreset: {
    who: staff,
    path: (_side, { preset }) => `/form-presets/${preset.id}`,
    body: () => ({ name: 'Intruder too' }),
  },
  attachPreset: {
    who: staff,
    path: ({ session }, { preset }) => `/sessionforms/session/${session.id}/presets/${preset.id}`,
  },
  deleteFormPreset: { who: staff, path: (_side, { preset }) => `/form-presets/${preset.id}` },
  updateSessionForm: { who: staff, path: ({ forms }) => `/sessionforms/${forms.sign}`, body: () => ({ folder: 'X' }) },
  getPlacedFields: { who: staff, path: ({ forms }) => `/sessionforms/${forms.sign}/placed-fields` },
  proposePlacedFields: { who: staff, path: ({ forms }) => `/sessionforms/${forms.sign}/proposed-fields` },
  updatePlacedFields: {
    who: staff,
    path: ({ forms }) => `/sessionforms/${forms.sign}/placed-fields`,
    body: (_side, { field }) => ({ fields: [{ ...field, label: 'Intruder' }] }),
  },
  remindOfSessionForm: { who: staff, path: ({ forms }) => `/sessionforms/${forms.sign}/remind` },
  acceptSessionFormLosses: {
    who: staff,
    path: ({ forms }) => `/sessionforms/${forms.sign}/pdf-refusal/accept`,
    body: () => ({ accept_loss: ['look'] }),
    exceptions: { done: 409 },
  },
  removeSessionForm: { who: staff, path: ({ forms }) => `/sessionforms/${forms.remove}` },
  downloadSessionForm: { who: both, path: ({ forms }) => `/sessionforms/${forms.sign}/file` },
}
