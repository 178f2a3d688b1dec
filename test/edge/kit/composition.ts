import Type from 'typebox'

const Names = Type.Array(Type.String())
const Text = Type.Optional(Type.String())
const closed = { additionalProperties: false }

const Dependency = Type.Object({ condition: Type.Enum(['service_healthy', 'service_completed_successfully']) }, closed)

const Service = Type.Object(
  {
    image: Text,
    build: Type.Optional(
      Type.Object(
        {
          context: Type.Literal('.'),
          dockerfile: Type.String(),
          args: Type.Optional(Type.Record(Type.String(), Type.String())),
        },
        closed,
      ),
    ),
    command: Text,
    entrypoint: Type.Optional(Names),
    user: Text,
    init: Type.Literal(true),
    read_only: Type.Literal(true),
    tmpfs: Names,
    cap_drop: Names,
    cap_add: Type.Optional(Names),
    network_mode: Text,
    profiles: Type.Optional(Names),
    security_opt: Names,
    restart: Type.Enum(['unless-stopped', 'on-failure']),
    pids_limit: Type.Integer(),
    mem_limit: Type.String(),
    cpus: Type.Number(),
    shm_size: Text,
    stop_grace_period: Type.String(),
    logging: Type.Object(
      { driver: Type.Literal('local'), options: Type.Record(Type.Enum(['max-size', 'max-file']), Type.String()) },
      closed,
    ),
    ports: Type.Optional(Names),
    networks: Type.Optional(Type.Record(Type.String(), Type.Object({ ipv4_address: Text }, closed))),
    environment: Type.Optional(Type.Record(Type.String(), Type.String())),
    volumes: Type.Optional(Names),
    healthcheck: Type.Optional(
      Type.Object(
        {
          test: Names,
          interval: Type.String(),
          timeout: Type.String(),
          retries: Type.Integer(),
          start_period: Type.String(),
        },
        closed,
      ),
    ),
    depends_on: Type.Optional(Type.Record(Type.String(), Dependency)),
  },
  closed,
)

const Network = Type.Object(
  {
    internal: Type.Optional(Type.Boolean()),
    ipam: Type.Optional(Type.Object({ config: Type.Array(Type.Object({ subnet: Type.String() }, closed)) }, closed)),
  },
  closed,
)

/**
 * The part of the Compose specification that docker-compose.yml uses, with each element in the one form used there.
 * Anything else in the file, a misspelt name above all, is an error.
 */
export const Composition = Type.Object({
  services: Type.Record(Type.String(), Service),
  networks: Type.Record(Type.String(), Network),
  volumes: Type.Record(Type.String(), Type.Object({}, closed)),
})
