import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/paths'
import { useListPlace } from '../list/list-place'
import { returning } from '../list/list-return'

/** Leads back to the list as it was left. */
export function BackToClients({ className }: { readonly className: string | undefined }) {
  const search = useListPlace(({ place }) => place?.search ?? '')
  return (
    <Link to={{ pathname: paths.clients, search }} state={returning} className={className}>
      <ArrowLeft size={18} aria-hidden="true" />
      Back to clients
    </Link>
  )
}
